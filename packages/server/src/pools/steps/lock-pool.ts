import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';
import { statement } from '../../store/statement.ts';

/** Locked by those who write signals of a pool, its seat or its shortages. */
export const poolRow = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('pool_id').where('pool_id', '=', param('poolId')).forUpdate(),
);

const poolById = readBy('pool', ['poolId'], ['service', 'removedAt']);

export interface LockedPool {
  readonly service: PoolServiceName;
  readonly isRemoved: boolean;
}

/** The pool, while nobody else changes any: a site may be in one of each service, whatever node it is asked of. */
export async function lockPool(tx: Tx, poolId: PoolId): Promise<LockedPool | undefined> {
  await lockStoreState(tx);
  const row = await tx.first(poolById, { poolId });
  return row === undefined ? undefined : { service: row.service, isRemoved: row.removedAt !== null };
}

/** Whether there is such a pool. */
export async function isPoolPresent(tx: Tx, poolId: PoolId): Promise<boolean> {
  return (await tx.first(poolById, { poolId }))?.removedAt === null;
}
