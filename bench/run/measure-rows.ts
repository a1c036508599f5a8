import { spawnSync } from 'node:child_process';
import type { Outcome, Row } from './run.ts';

export interface MeasuredRow {
  row: Row;
  outcome: Outcome;
}

/** Measures one row after the other; one that fails does not keep the others from being measured. Throws when told to stop. */
export async function measureRows(
  rows: readonly Row[],
  onRow: (measured: MeasuredRow) => void,
  stopping: AbortSignal,
): Promise<MeasuredRow[]> {
  const measured: MeasuredRow[] = [];
  for (const row of rows) {
    const each = { row, outcome: await outcomeOf(row) };
    // What was cut short says nothing.
    stopping.throwIfAborted();
    onRow(each);
    measured.push(each);
  }
  return measured;
}

async function outcomeOf(row: Row): Promise<Outcome> {
  if (row.needsStrace && spawnSync('strace', ['-V']).status !== 0) return { kind: 'skipped', why: 'no strace here' };
  try {
    return await row.measure();
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  }
}
