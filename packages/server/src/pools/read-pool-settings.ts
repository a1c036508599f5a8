import type { PoolId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { DividingPool } from './divide-watts.ts';

const settingsOf = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select(['service', 'split', 'endurance_minutes']).where('pool_id', '=', param('poolId')),
);

/** How a pool divides what it is asked for; also of one that was removed while it was asked for something. */
export async function readPoolSettings(tx: Tx, { poolId }: { poolId: PoolId }): Promise<DividingPool | undefined> {
  const row = await tx.first(settingsOf, { poolId });
  if (row === undefined) return undefined;
  return { poolId, service: row.service, split: row.split, enduranceMinutes: row.endurance_minutes };
}
