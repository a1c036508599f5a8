import type { PoolId, PoolServiceName } from '@setpoint/contract';
import { fields } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

export interface PresentPool {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly enduranceMinutes: number;
}

const present = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('pool')
    .select(fields('poolId', 'service', 'enduranceMinutes'))
    .where('removed_at', 'is', null)
    .orderBy('pool_id'),
);

/** All pools, but those that were removed. */
export async function listPresentPools(tx: Tx): Promise<PresentPool[]> {
  const rows = await tx.all(present, {});
  return rows.map((row) => ({ ...row, poolId: row.poolId as PoolId }));
}
