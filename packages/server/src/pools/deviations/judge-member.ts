import type { SiteId } from '@setpoint/contract';
import {
  isOnline,
  judgeOrder,
  type OrderFollowing,
  type PackedShare,
  type SeenFollowing,
  type Tolerance,
} from '@setpoint/core';
import { type PlannedSite, readPlannedSite } from '../../plan/read-planned-site.ts';
import { siteOutlook } from '../../plan/site-outlook.ts';
import { assetsFromText } from '../../sites/assets-from-text.ts';
import type { Store } from '../../store/store.ts';
import type { PoolInForce } from '../signals/order-board.ts';
import type { OrderBoard } from '../signals/order-board.ts';
import type { RecentSchedules } from './recent-schedules.ts';

interface MemberJudging {
  readonly store: Pick<Store, 'read'>;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  readonly tolerance: Tolerance;
  readonly board: Pick<OrderBoard, 'since'>;
  readonly schedules: Pick<RecentSchedules, 'see'>;
}

const UNKNOWN: OrderFollowing = { state: 'unknown', because: 'not_reported_since', suppliedKw: null };

/** How a member follows its pool by its last report, judged by what was ordered when that came. */
export async function judgeMember(
  judging: MemberJudging,
  { pool, siteId }: { readonly pool: PoolInForce; readonly siteId: SiteId },
): Promise<SeenFollowing | undefined> {
  const { store, now, tolerance, board, schedules } = judging;
  const site = await store.read(readPlannedSite, { siteId });
  if (site === undefined || site.reportedAt === null) return undefined;
  const { reportedAt } = site;
  const since = reportedAt - tolerance.rampSeconds * 1_000;
  const { commands: set, ratings } = siteOutlook(site);
  const commands = new Map([...set].filter(([pair]) => !site.held.has(pair)));
  // What this node did not see it cannot judge by.
  const goneBy = schedules.see(siteId, { version: site.version, commands }, { now: now(), since }) ?? [];
  const orders = board.since(siteId, since) ?? [];
  const then = orders.filter(({ at, validUntil }) => at <= reportedAt && reportedAt < validUntil);
  const order = then.find(({ poolId }) => poolId === pool.poolId);
  const judgedBy = { orders: then, recent: orders, ratings, tolerance, ...reportOf(judging, site) };
  const judged = order === undefined ? [] : goneBy.map((one) => judgeOrder({ ...judgedBy, order, commands: one }));
  return {
    now: now(),
    reportedAt,
    judged: likeliestOf(judged),
    orderWatts: order?.watts ?? 0,
    countedWatts: countedOf(pool.division.shares.get(siteId)),
    tolerance,
  };
}

function reportOf({ now, offlineAfterMs }: MemberJudging, { assets, reportedAt, disconnectedAt }: PlannedSite) {
  const online = isOnline({ reportedAt, disconnectedAt, now: now(), timeoutMs: offlineAfterMs });
  return { measuredKw: assetsFromText(assets).grid?.activePowerkW ?? null, reportedAt, isOnline: online };
}

const STATES = ['followed', 'underway', 'deviating'] as const;

/** What was set last may not have come to the site yet: it is right by whatever it may go by. */
function likeliestOf(judged: readonly OrderFollowing[]): OrderFollowing {
  return STATES.flatMap((state) => judged.find((one) => one.state === state) ?? [])[0] ?? UNKNOWN;
}

function countedOf(share: PackedShare | undefined): number | undefined {
  return share?.because === 'deviating' ? share.watts - (share.misses ?? 0) : undefined;
}
