import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { limitedTo, type Finding, type Row, type Run } from '../run/run.ts';
import { atMostOfCore, shareOf } from './rest-rows.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SETTLING_MS = 10_000;
const MOST_MB = 140;
const MOST_PERCENT = 0.3;
const BYTES_A_KB = 1_024;
const BYTES_A_MB = 1_000_000;

/** What a service takes that nobody asks anything. */
export function packageRestRow(run: Run): Row {
  const measure = async (): Promise<Finding> => {
    const dataDir = join(run.directory, 'rest');
    // The first start alone makes the store, and compiles.
    await (await startSetpoint(dataDir))[Symbol.asyncDispose]();
    await using setpoint = await startSetpoint(dataDir);
    await after(SETTLING_MS);
    const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${setpoint.pid}/status`, 'utf8')) ?? [];
    const measured = (Number(kb) * BYTES_A_KB) / BYTES_A_MB;
    const memory = limitedTo('memory (RSS)', { measured, atMost: MOST_MB, unit: 'MB' });
    const percent = await shareOf([setpoint.pid], 0);
    return { kind: 'claimed', claims: [memory, atMostOfCore('processor time', percent, MOST_PERCENT)] };
  };
  return { name: 'package-rest', title: 'At rest', measure };
}
