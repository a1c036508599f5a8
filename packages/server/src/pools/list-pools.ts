import type { ClientId, Pool, PoolId } from '@setpoint/contract';
import { isPoolVisible } from '../access/pools/is-pool-visible.ts';
import { fields } from '../store/fields.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** The last pool of a page; the next page begins behind it. */
interface PoolPosition {
  readonly poolName: string;
  readonly poolId: string;
}

export interface ListPoolsInput {
  readonly after: PoolPosition;
  readonly limit: number;
  /** null: all there are. */
  readonly seenBy: ClientId | null;
}

type PageParams = { poolName: string; poolId: string; limit: number };

/** What to select of a stored pool. */
export const POOL = fields('pool.poolId', 'poolName', 'service', 'split', 'enduranceMinutes');

const pageOfPools = ({ db, param }: Building<PageParams>) =>
  db
    .selectFrom('pool')
    .select(POOL)
    .where('removed_at', 'is', null)
    .where((eb) => eb(eb.refTuple('pool_name', 'pool.pool_id'), '>', eb.tuple(param('poolName'), param('poolId'))))
    .orderBy('pool_name')
    .orderBy('pool.pool_id')
    .limit(param('limit'));

const allPools = statement<PageParams>()((building) => pageOfPools(building));

const seenPools = statement<PageParams & { clientId: string }>()((building) =>
  pageOfPools(building).where(isPoolVisible(building.dialect, 'pool.pool_id', building.param('clientId'))),
);

export type StoredPool = Pool & { readonly poolId: PoolId };

export function poolFromRow(row: Pool & { readonly poolId: string }): StoredPool {
  return { ...row, poolId: row.poolId as PoolId };
}

/** The pools in the order of their names, from one position on; those that a client has a grant of, or all. */
export async function listPools(tx: Tx, { after, limit, seenBy }: ListPoolsInput): Promise<StoredPool[]> {
  const page = { ...after, limit };
  const rows = seenBy === null ? await tx.all(allPools, page) : await tx.all(seenPools, { ...page, clientId: seenBy });
  return rows.map(poolFromRow);
}
