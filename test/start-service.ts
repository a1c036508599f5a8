import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { collect, type Environment, startSetpoint } from './run-setpoint.ts';

export interface RunningService {
  readonly url: string;
  readonly opsUrl: string;
  readonly process: ChildProcess;
  /** What it has logged so far. */
  log(): string;
  /** Stops it as a supervisor would; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Runs `setpoint serve` as a process of its own, on free ports, until it says where it answers. */
export async function startService(dataDir: string, environment: Environment = {}): Promise<RunningService> {
  const ports = { SETPOINT_HTTP_PORT: '0', SETPOINT_OPS_PORT: '0' };
  const child = startSetpoint(['serve', '--json'], { ...ports, SETPOINT_DATA_DIR: dataDir, ...environment });
  const log = collect(child.stderr);
  const { url, opsUrl } = await announced(child, log);
  return {
    url,
    opsUrl,
    process: child,
    log,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGTERM');
        await closed;
      }
      return child.exitCode;
    },
  };
}

interface Announcement {
  readonly url: string;
  readonly opsUrl: string;
}

function announced(child: ChildProcess, log: () => string): Promise<Announcement> {
  const out = collect(child.stdout);
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (out().endsWith('}\n')) resolve(JSON.parse(out()) as Announcement);
    });
    child.on('close', (code) => reject(new Error(`the service ended with ${code} before it answered: ${log()}`)));
  });
}
