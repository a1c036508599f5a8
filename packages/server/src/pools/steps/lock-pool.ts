import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { lockStoreState } from '../../store/lock-site.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const poolById = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select(['service', 'removed_at']).where('pool_id', '=', param('poolId')),
);

export interface LockedPool {
  readonly service: PoolServiceName;
  readonly isRemoved: boolean;
}

/** The pool, while nobody else changes any: a site may be in one of each service, whatever node it is asked of. */
export async function lockPool(tx: Tx, poolId: PoolId): Promise<LockedPool | undefined> {
  await lockStoreState(tx);
  const row = await tx.first(poolById, { poolId });
  return row === undefined ? undefined : { service: row.service, isRemoved: row.removed_at !== null };
}
