import type { PoolId } from '@setpoint/contract';
import type { PoolShortage } from '@setpoint/core';
import { fields } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** What a pool is short of, as it was told. */
export interface ToldShortage extends Pick<PoolShortage, 'shortOf' | 'direction'> {
  readonly poolId: PoolId;
  readonly since: number;
}

const shortages = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('pool_shortage')
    .innerJoin('pool', 'pool.pool_id', 'pool_shortage.pool_id')
    .select(fields('pool_shortage.poolId', 'shortOf', 'direction', 'since'))
    .where('removed_at', 'is', null),
);

/** What any pool is short of. */
export async function listShortages(tx: Tx): Promise<ToldShortage[]> {
  const rows = await tx.all(shortages, {});
  return rows.map((row) => ({ ...row, poolId: row.poolId as PoolId }));
}
