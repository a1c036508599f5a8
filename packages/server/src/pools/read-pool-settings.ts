import type { PoolId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import type { DividingPool } from './signals/divide-watts.ts';

const settingsOf = readBy('pool', ['poolId'], ['service', 'split', 'enduranceMinutes']);

/** How a pool divides what it is asked for; also of one that was removed while it was asked for something. */
export async function readPoolSettings(tx: Tx, { poolId }: { poolId: PoolId }): Promise<DividingPool | undefined> {
  const row = await tx.first(settingsOf, { poolId });
  return row === undefined ? undefined : { poolId, ...row };
}
