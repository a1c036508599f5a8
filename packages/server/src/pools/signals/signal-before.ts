import type { PoolId } from '@setpoint/contract';
import type { Tx } from '../../store/tx.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import { findSignal } from './read-divisions.ts';

interface SignalInPool {
  readonly poolId: PoolId;
  readonly division: StoredDivision;
  readonly now: number;
}

/** The signal that is in force again once this one is taken back; undefined where the pool is then asked for nothing. */
export async function signalBefore(
  tx: Tx,
  { poolId, division, now }: SignalInPool,
): Promise<StoredDivision | undefined> {
  const before = await findSignal(tx, { poolId, upTo: { sequence: belowOf(division) - 1 } });
  return before !== undefined && before.validUntil > now ? before : undefined;
}

/** What is asked for in place of a signal that is taken back. What was taken back before lies behind the place that it goes to. */
export async function signalInPlaceOf(tx: Tx, taken: SignalInPool) {
  const before = await signalBefore(tx, taken);
  const source = before ?? taken.division;
  return { watts: before?.watts ?? 0, validUntil: source.validUntil, goesBackBelow: belowOf(source) };
}

function belowOf({ sequence, goesBackBelow }: StoredDivision): number {
  return goesBackBelow ?? sequence;
}
