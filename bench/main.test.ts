import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { SOURCES } from './run/start-setpoint.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
// The service, what it is compared with, and the load on it.
const PROCESSES_OF_ROW = 3;

function childrenOf(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  return existsSync(path) ? readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'told to stop by %s, ends what it started and leaves nothing behind',
  ifThere(existsSync('/proc/self/task'), 'Linux'),
  async (signal, exitCode) => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-stopped-bench-'));
    const args = [MAIN, 'http', '--only', 'health', '--rounds', '1', '--seconds', '600'];
    const bench = spawn(process.execPath, args, {
      env: { ...process.env, TMPDIR: folder, SETPOINT_BENCH_PROGRAM: SOURCES },
      stdio: 'ignore',
    });
    const ended = once(bench, 'exit');
    const children = () => childrenOf(bench.pid ?? 0);
    let started: number[] = [];
    try {
      await expect.poll(() => (started = children()).length, { timeout: 100_000 }).toBe(PROCESSES_OF_ROW);
      bench.kill(signal);
      await expect(ended).resolves.toEqual([exitCode, null]);
      expect(started.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      for (const pid of [...started, bench.pid ?? 0]) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
      rmSync(folder, { recursive: true });
    }
  },
);
