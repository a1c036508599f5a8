import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import type { Tx } from '../../store/tx.ts';
import { listPoolsOfSite } from './past-orders.ts';
import { findDivisionAt } from './read-division-at.ts';
import { readDivisionOfMember } from './read-divisions.ts';
import type { DivisionOfMember } from '../steps/division-from-row.ts';

export interface StoredOrder extends DivisionOfMember {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly share: NonNullable<DivisionOfMember['share']>;
}

/** What pools asked a site for at an instant. */
export async function listSiteOrders(tx: Tx, { siteId, at }: { siteId: SiteId; at: number }): Promise<StoredOrder[]> {
  const orders: StoredOrder[] = [];
  for (const { pool_id: id, service } of await listPoolsOfSite(tx, { siteId, fromMs: at, toMs: at + 1 })) {
    const poolId = id as PoolId;
    const upTo = await findDivisionAt(tx, { poolId, at });
    const found = upTo && (await readDivisionOfMember(tx, { poolId, siteId, upTo }));
    if (found?.share !== undefined && found.division.validUntil > at)
      orders.push({ poolId, service, ...found, share: found.share });
  }
  return orders;
}
