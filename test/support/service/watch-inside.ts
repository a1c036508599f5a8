import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { choosePort } from '@setpoint/server/testing/rooms/platform';

/** What went on inside a process since it was last asked. */
export interface InsideFigures {
  /** By how much work came late on the event loop that serves callers, 99 of 100 times. */
  readonly loopDelayMs: number;
  /** How often the process, with all its threads, handed something to its connections to PostgreSQL. */
  readonly sends: number;
  /** Of that time, the share in which the main thread collected garbage, in percent. */
  readonly gcPercent: number;
}

export interface Inside extends Disposable {
  next(): Promise<InsideFigures>;
}

const LOOK_EVERY_MS = 10;

/** Looks into a process that is started with `nodeOptions` (NODE_OPTIONS). */
export async function watchInside() {
  const port = await choosePort('127.0.0.1', 0);
  return {
    nodeOptions: `--import=data:text/javascript,${encodeURIComponent(moduleAt(port))}`,
    /** One connection, made before anybody takes all the handles that there are. */
    async connect(): Promise<Inside> {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      const lines = createInterface({ input: socket.on('error', () => undefined) });
      const ended = once(lines, 'close').then(() => Promise.reject(new Error('who was looked into has ended')));
      ended.catch(() => undefined);
      return {
        async next() {
          const answer = once(lines, 'line');
          socket.write('\n');
          const [line] = (await Promise.race([answer, ended])) as [string];
          return JSON.parse(line) as InsideFigures;
        },
        [Symbol.dispose]: () => void socket.destroy(),
      };
    },
  };
}

// A thread has a loop and a heap of its own, and counts where the main thread does.
function moduleAt(port: number): string {
  return `
    import { createServer, Socket } from 'node:net';
    import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
    import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';
    const KEY = 'sends to the database';
    const sends = isMainThread ? new Int32Array(new SharedArrayBuffer(4)) : getEnvironmentData(KEY);
    const databasePort = Number(URL.parse(process.env.DATABASE_URL ?? '')?.port);
    for (const name of ['_write', '_writev']) {
      const write = Socket.prototype[name];
      if (databasePort > 0) Socket.prototype[name] = function (...given) {
        if (this.remotePort === databasePort) Atomics.add(sends, 0, 1);
        return write.apply(this, given);
      };
    }
    if (isMainThread) {
      setEnvironmentData(KEY, sends);
      const delay = monitorEventLoopDelay({ resolution: ${LOOK_EVERY_MS} });
      delay.enable();
      let gcMs = 0;
      const collected = (entries) => { for (const { duration } of entries) gcMs += duration; };
      const observer = new PerformanceObserver((list) => collected(list.getEntries()));
      observer.observe({ entryTypes: ['gc'] });
      let since = performance.now();
      const server = createServer((socket) => socket.unref().on('error', () => undefined).on('data', () => {
        collected(observer.takeRecords());
        const now = performance.now();
        const loopDelayMs = Math.max(0, delay.percentile(99) / 1e6 - ${LOOK_EVERY_MS});
        const gcPercent = gcMs / (now - since) * 100;
        socket.write(JSON.stringify({ loopDelayMs, sends: Atomics.exchange(sends, 0, 0), gcPercent }) + '\\n');
        delay.reset();
        gcMs = 0;
        since = now;
      }));
      server.listen(${port}, '127.0.0.1').unref();
    }`;
}
