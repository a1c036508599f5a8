import type { SiteId } from '@setpoint/contract';
import { goneMember, isOnline, type MemberNow } from '@setpoint/core';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { LastOrders } from '../signals/last-orders.ts';

interface GoneWanted {
  /** The last orders in the pool, of members and of others. */
  readonly orders: LastOrders['orders'];
  readonly members: ReadonlySet<SiteId>;
  readonly at: number;
  readonly offlineAfterMs: number;
}

const contactsOf = statement<{ siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_state')
    .select(['site_id', 'reported_at', 'disconnected_at'])
    .where('site_id', 'in', listOf(dialect, param('siteIds'))),
);

/** Sites that left a pool while they could not be reached: each may still follow its last order. */
export async function readGoneMembers(
  tx: Tx,
  { orders, members, at, offlineAfterMs }: GoneWanted,
): Promise<readonly MemberNow[]> {
  const left = [...orders].filter(([siteId, { watts }]) => watts !== 0 && !members.has(siteId));
  if (left.length === 0) return [];
  const siteIds = JSON.stringify(left.map(([siteId]) => siteId));
  const rows = await tx.all(contactsOf, { siteIds });
  const online = new Set<string>(
    rows
      .filter(({ reported_at: reportedAt, disconnected_at: disconnectedAt }) =>
        isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs }),
      )
      .map((row) => row.site_id),
  );
  // Whoever is online is told that its order has ended.
  return left.filter(([siteId]) => !online.has(siteId)).map(([siteId, last]) => goneMember(siteId, last));
}
