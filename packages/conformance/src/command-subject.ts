import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type RunningSubject, SMALL_DISK_BYTES, type Subject, type SubjectAddress } from './subject.ts';

export interface SubjectCommand {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A controller that a command starts, each time in the folder of its site. */
export function commandSubject({ words: command, environment }: SubjectCommand): Subject {
  const [program = '', ...given] = command.map(absoluteIfFile);
  return {
    isAutomatic: true,
    async start(address, onOutput) {
      writeFileSync(join(address.folder, 'controller.json'), JSON.stringify(referenceConfig(address), null, 2));
      const env = { ...environment, ...environmentOf(address) };
      const [starter, ...words] = address.disk === 'small' ? bounded([program, ...given]) : [program, ...given];
      const child = spawn(starter, words, { cwd: address.folder, env, detached: true });
      const ended = new Promise<void>((done) => {
        child.once('exit', () => done());
        child.once('error', (cause) => {
          onOutput(`${program} cannot be started: ${cause.message}`);
          done();
        });
      });
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => onOutput(String(chunk).trimEnd()));
      let isOver = false;
      void ended.finally(() => {
        isOver = true;
      });
      const killAll = (): void => signalGroup(child.pid, 'SIGKILL');
      return {
        isOver: () => isOver,
        async kill() {
          killAll();
          await ended;
        },
        async stop(withinMs) {
          child.kill('SIGTERM');
          const late = new AbortController();
          const timer = setTimeout(() => late.abort(), withinMs);
          const isInTime = await Promise.race([ended.then(() => true), once(late.signal, 'abort').then(() => false)]);
          clearTimeout(timer);
          killAll();
          return isInTime;
        },
      } satisfies RunningSubject;
    },
  };
}

const BLOCK_BYTES = 512;

/** With files no larger than a small disk: a write beyond fails as one on a full disk does, for root too. */
function bounded(words: readonly string[]): [string, ...string[]] {
  // Without the trap, the signal would end a program that does not know of it.
  const script = `trap '' XFSZ; ulimit -f ${SMALL_DISK_BYTES / BLOCK_BYTES}; exec "$@"`;
  return ['sh', '-c', script, 'sh', ...words];
}

// What it started itself goes with it.
function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ESRCH')) throw cause;
  }
}

// It runs in another folder than the one in which its command was written.
function absoluteIfFile(word: string): string {
  // A folder may happen to be called like a program.
  return statSync(word, { throwIfNoEntry: false })?.isFile() === true ? resolve(word) : word;
}

function environmentOf(address: SubjectAddress): Record<string, string> {
  const { binding, host, port, isEncrypted, siteId, controllerKey, pace, clockFile } = address;
  const service = serviceOf(address);
  return {
    SITE_ID: siteId,
    CONTROLLER_KEY: controllerKey,
    SETPOINT_SERVICE: service,
    ...(binding === 'https'
      ? { SETPOINT_URL: service }
      : { MQTT_HOST: host, MQTT_PORT: String(port), MQTT_TLS: isEncrypted ? '1' : '' }),
    PACE: String(pace),
    CLOCK_FILE: clockFile,
  };
}

function serviceOf({ binding, host, port, isEncrypted }: SubjectAddress): string {
  const scheme = binding === 'mqtt' ? 'mqtt' : 'http';
  return `${scheme}${isEncrypted ? 's' : ''}://${host}:${port}`;
}

const FAST_BATTERY = {
  capacityKwh: 200,
  maxChargeKw: 100,
  maxDischargeKw: 100,
  efficiency: 0.96,
  minSocPcnt: 5,
  maxSocPcnt: 95,
  initialSocPcnt: 50,
  rampKwPerS: 1_000,
  deratePcnt: 5,
  defaultMode: 'idle',
};

/** For the reference controller, which is configured by a file. */
function referenceConfig(address: SubjectAddress): unknown {
  const { siteId, controllerKey } = address;
  const place = { name: 'Conformance', timeZone: 'UTC', latitude: 52, longitude: 13, seed: 1 };
  const plant = { ...place, grid: { importKw: 500, exportKw: 500 }, battery: FAST_BATTERY };
  return {
    service: serviceOf(address),
    siteId,
    controllerKey,
    dataDir: './controller-data',
    driver: { kind: 'simulated', plant },
  };
}
