import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const REST_MS = 10_000;
const MOST_MB = 140;
const BYTES_A_KB = 1_024;
const BYTES_A_MB = 1_000_000;

/** What a service holds that nobody asks anything. */
export function packageRestRow(run: Run): Row {
  const measure = async (): Promise<Finding> => {
    const dataDir = join(run.directory, 'rest');
    // The first start alone makes the store, and compiles.
    await (await startSetpoint(dataDir))[Symbol.asyncDispose]();
    await using setpoint = await startSetpoint(dataDir);
    await setTimeout(REST_MS);
    const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${setpoint.pid}/status`, 'utf8')) ?? [];
    const measured = (Number(kb) * BYTES_A_KB) / BYTES_A_MB;
    return { kind: 'claimed', claims: [limitedTo('memory (RSS)', { measured, atMost: MOST_MB, unit: 'MB' })] };
  };
  return { name: 'package-rest', title: 'At rest', measure };
}
