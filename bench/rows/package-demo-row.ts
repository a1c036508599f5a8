import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packed } from '../run/packed.ts';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';

const MOST_SECONDS = 30;
const RUNS = 'Ctrl-C stops everything.';
const ANY_PORTS = { SETPOINT_HTTP_PORT: '0', SETPOINT_OPS_PORT: '0', SETPOINT_MQTT_PORT: '0' };

/** From an empty folder and an empty cache of npm to twelve sites with a day behind them. */
export function packageDemoRow(run: Run): Row {
  const measure = async (): Promise<Finding> => {
    const folder = join(run.directory, 'demo');
    await mkdir(folder);
    const startedAt = performance.now();
    const args = ['exec', '--yes', '--cache', join(folder, 'cache'), '--package', packed(), '--', 'setpoint', 'demo'];
    // A group of its own, which is told to stop as a terminal tells it.
    const child = spawn('npm', args, {
      cwd: folder,
      detached: true,
      env: { ...process.env, ...ANY_PORTS },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exited = once(child, 'exit');
    try {
      await runningOf(createInterface({ input: child.stdout }));
      const seconds = (performance.now() - startedAt) / 1_000;
      const claim = limitedTo('to the running demonstration', { measured: seconds, atMost: MOST_SECONDS, unit: 's' });
      return { kind: 'claimed', claims: [claim] };
    } finally {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
      await exited;
    }
  };
  return { name: 'package-demo', title: '`setpoint demo` with nothing installed', measure };
}

async function runningOf(lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) if (line.includes(RUNS)) return;
  throw new Error('the demonstration ended before it ran');
}
