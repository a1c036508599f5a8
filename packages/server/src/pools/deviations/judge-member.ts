import type { SiteId } from '@setpoint/contract';
import {
  isOnline,
  judgeOrder,
  type OrderFollowing,
  type PackedShare,
  type PoolOrder,
  type SeenFollowing,
  type Tolerance,
} from '@setpoint/core';
import { type PlannedSite, readPlannedSite } from '../../plan/read-planned-site.ts';
import { siteOutlook } from '../../plan/site-outlook.ts';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import type { Store } from '../../store/store.ts';
import type { PoolInForce } from '../signals/order-board.ts';
import type { RecentOrders } from './recent-orders.ts';

interface MemberJudging {
  readonly store: Pick<Store, 'read'>;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  readonly tolerance: Tolerance;
  readonly recent: Pick<RecentOrders, 'of'>;
}

interface MemberOf {
  readonly pool: PoolInForce;
  readonly siteId: SiteId;
}

const UNKNOWN: OrderFollowing = { state: 'unknown', because: 'not_reported_since', suppliedKw: null };

/** How a member follows its pool by its last report, judged by what was ordered when that came. */
export async function judgeMember(
  judging: MemberJudging,
  { pool, siteId }: MemberOf,
): Promise<SeenFollowing | undefined> {
  const { store, now, tolerance, recent } = judging;
  const site = await store.read(readPlannedSite, { siteId });
  if (site === undefined || site.reportedAt === null) return undefined;
  const { reportedAt } = site;
  // What this node did not see it cannot judge by.
  const orders = recent.of(siteId, reportedAt - tolerance.rampSeconds * 1_000) ?? [];
  const then = orders.filter(({ at, validUntil }) => at <= reportedAt && reportedAt < validUntil);
  const order = then.find(({ poolId }) => poolId === pool.poolId);
  return {
    now: now(),
    reportedAt,
    judged: order === undefined ? UNKNOWN : judgedBy(judging, site, { order, orders: then, recent: orders }),
    orderWatts: order?.watts ?? 0,
    countedWatts: countedOf(pool.division.shares.get(siteId)),
    tolerance,
  };
}

function countedOf(share: PackedShare | undefined): number | undefined {
  return share?.because === 'deviating' ? share.watts - (share.misses ?? 0) : undefined;
}

interface OrdersThen {
  readonly order: PoolOrder;
  readonly orders: readonly PoolOrder[];
  readonly recent: readonly PoolOrder[];
}

function judgedBy({ now, offlineAfterMs, tolerance }: MemberJudging, site: PlannedSite, then: OrdersThen) {
  const { reportedAt, disconnectedAt, held } = site;
  const { commands: set, ratings } = siteOutlook(site);
  return judgeOrder({
    ...then,
    commands: new Map([...set].filter(([pair]) => !held.has(pair))),
    ratings,
    measuredKw: assetsFromText(site.assets).grid?.activePowerkW ?? null,
    reportedAt,
    isOnline: isOnline({ reportedAt, disconnectedAt, now: now(), timeoutMs: offlineAfterMs }),
    tolerance,
  });
}
