import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { findDivisionAt } from './read-division-at.ts';
import { readDivisionOfMember } from './read-divisions.ts';
import type { DivisionOfMember } from '../steps/division-from-row.ts';

type Params = { siteId: string; at: number };

// As its rosters were, whatever is known of its memberships now.
const poolsOfSite = statement<Params>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('pool', 'pool.pool_id', 'pool_member.pool_id')
    .select(['pool.pool_id', 'service'])
    .distinct()
    .where('site_id', '=', param('siteId'))
    .where('valid_from', '<=', param('at'))
    .where('valid_to', '>', param('at'))
    .orderBy('pool.pool_id'),
);

export interface StoredOrder extends DivisionOfMember {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly share: NonNullable<DivisionOfMember['share']>;
}

/** What pools asked a site for at an instant. */
export async function listSiteOrders(tx: Tx, { siteId, at }: { siteId: SiteId; at: number }): Promise<StoredOrder[]> {
  const orders: StoredOrder[] = [];
  for (const { pool_id: id, service } of await tx.all(poolsOfSite, { siteId, at })) {
    const poolId = id as PoolId;
    const upTo = await findDivisionAt(tx, { poolId, at });
    const found = upTo && (await readDivisionOfMember(tx, { poolId, siteId, upTo }));
    if (found?.share !== undefined && found.division.validUntil > at)
      orders.push({ poolId, service, ...found, share: found.share });
  }
  return orders;
}
