import type { ClientId, PoolId } from '@setpoint/contract';
import { sql } from 'kysely';
import { isClientEnabled } from '../../identity/is-client-enabled.ts';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { isPoolVisible } from './is-pool-visible.ts';

const visibleOf = statement<{ clientId: string; poolIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool')
    .select('pool.pool_id')
    .where('pool.pool_id', 'in', listOf(dialect, param('poolIds')))
    .where(sql<boolean>`${isPoolVisible(dialect, 'pool.pool_id', param('clientId'))}`),
);

export interface SightOfPools {
  readonly clientId: ClientId;
  readonly poolIds: Iterable<PoolId>;
}

/** Those of some pools that a client has a grant of now; none when it is shut out. */
export async function listVisiblePools(tx: Tx, { clientId, poolIds }: SightOfPools): Promise<ReadonlySet<PoolId>> {
  const asked = new Set(poolIds);
  if (asked.size === 0 || !(await isClientEnabled(tx, { clientId }))) return new Set();
  const rows = await tx.all(visibleOf, { clientId, poolIds: JSON.stringify([...asked]) });
  return new Set(rows.map(({ pool_id: poolId }) => poolId as PoolId));
}
