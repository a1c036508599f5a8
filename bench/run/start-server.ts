import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

export interface ServerStart {
  /** What follows `node`. */
  args: string[];
  env?: Record<string, string>;
  /** Every fsync and fdatasync returns this much later (needs strace). */
  fsyncDelayMs?: number;
}

export interface RunningServer extends AsyncDisposable {
  url: URL;
  pid: number;
  readyAfterMs: number;
}

const READY = /is ready: (http:\/\/\S+)/;
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

export async function startServer(start: ServerStart): Promise<RunningServer> {
  const [command = '', ...args] = [...delayedBy(start.fsyncDelayMs), process.execPath, ...start.args];
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...start.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await readyUrlOf(child);
    const readyAfterMs = performance.now() - startedAt;
    return { url, pid: child.pid ?? 0, readyAfterMs, [Symbol.asyncDispose]: () => stop(child) };
  } catch (cause) {
    await stop(child);
    throw new Error(`${basename(start.args[0] ?? '')} did not become ready`, { cause });
  }
}

// -D keeps the server our direct child, the filter keeps every other system call at full speed.
function delayedBy(delayMs = 0): string[] {
  if (delayMs === 0) return [];
  const calls = 'fsync,fdatasync';
  const inject = `inject=${calls}:delay_exit=${delayMs * 1000}`;
  return ['strace', '-D', '-f', '--seccomp-bpf', '-qqq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject];
}

async function readyUrlOf(child: ChildProcess): Promise<URL> {
  if (!child.stdout) throw new Error('no stdout');
  const timeout = setTimeout(() => child.kill('SIGKILL'), READY_TIMEOUT_MS);
  const lines = createInterface({ input: child.stdout });
  try {
    for await (const line of lines) {
      const url = READY.exec(line)?.[1];
      if (url !== undefined) return new URL(url);
    }
    throw new Error('it ended before it was ready');
  } finally {
    clearTimeout(timeout);
    child.stdout.resume();
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(timeout);
}
