import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { lockStoreState } from '../../store/lock-site.ts';
import type { Tx } from '../../store/tx.ts';

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
