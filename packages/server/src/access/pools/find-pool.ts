import type { PoolId } from '@setpoint/contract';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const poolById = statement<{ poolId: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('pool_id').where('pool_id', '=', param('poolId')).where('removed_at', 'is', null),
);

/** A pool that was not removed. */
export async function findPool(tx: Tx, { poolId }: { readonly poolId: string }): Promise<PoolId | undefined> {
  return (await tx.first(poolById, { poolId }))?.pool_id as PoolId | undefined;
}
