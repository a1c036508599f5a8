import type { FollowedOrder, SiteId } from '@setpoint/contract';
import {
  instantText,
  isOnline,
  judgeOrder,
  oneOfEachService,
  ordersInForce,
  type PoolOrder,
  type Tolerance,
} from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import type { PastOrders } from './judge-site.ts';
import { readPlannedSite } from '../plan/read-planned-site.ts';
import { siteOutlook } from '../plan/site-outlook.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
import { followedPools } from '../sites/followed-pools.ts';
import { takesOrders } from '../sites/takes-orders.ts';
import { readBy } from '../store/fields.ts';
import type { ReadableStore } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { toMilliwattsOrNull } from '../wire/to-milliwatts.ts';

export interface OrdersFollowing {
  readonly store: ReadableStore;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  readonly pastOrders: PastOrders;
  /** What pools ask sites for now. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

const stateOfSite = readBy('site_state', ['siteId'], ['takes', 'watched']);

const readState = (tx: Tx, asked: { siteId: SiteId }) => tx.first(stateOfSite, asked);

const WATTS_PER_KW = 1_000;

/** How a site follows the orders that are in force. */
export async function followOrders(
  { store, now, offlineAfterMs, pastOrders, orders: board }: OrdersFollowing,
  { siteId }: Pick<SiteHead, 'siteId'>,
  tolerance: Tolerance,
): Promise<FollowedOrder[]> {
  const at = now();
  const orders = ordersInForce(board.of(siteId), at);
  const site = orders.length === 0 ? undefined : await store.read(readPlannedSite, { siteId });
  if (site === undefined) return [];
  const known = await store.read(readState, { siteId });
  const by = takesOrders(known?.takes ?? null) ? 'order' : 'snapshot';
  const seen = followedPools(known?.watched ?? null);
  const { reportedAt, disconnectedAt, held } = site;
  const { commands: set, ratings } = siteOutlook(site);
  const measuredKw = assetsFromText(site.assets).grid?.activePowerkW ?? null;
  const commands = new Map([...set].filter(([pair]) => !held.has(pair)));
  const online = isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs });
  const rampMs = tolerance.rampSeconds * 1_000;
  const { ordered, recent } = await ordersThen({ store, pastOrders }, { siteId, orders, reportedAt, rampMs });
  const judging = { orders: ordered, recent, commands, ratings, measuredKw, reportedAt, isOnline: online, tolerance };
  return orders.map((order, index) => {
    const { because, suppliedKw, ...judged } = judgeOrder({ ...judging, order: ordered[index] ?? order });
    // By its reports over a ramp, it may stand still however right the last one looks.
    const state = because === null && seen.get(order.poolId) === 'deviating' ? 'deviating' : judged.state;
    const { poolId, service, sequence, watts, validUntil } = order;
    const asked = { poolId, service, sequence, kW: watts / WATTS_PER_KW, validUntil: instantText(validUntil) };
    return { ...asked, by, state, because, suppliedkW: toMilliwattsOrNull(suppliedKw) };
  });
}

type PastReading = Pick<OrdersFollowing, 'store' | 'pastOrders'>;

interface Reported {
  readonly siteId: SiteId;
  readonly orders: readonly PoolOrder[];
  readonly reportedAt: number | null;
  readonly rampMs: number;
}

/** Signals come faster than reports: a report is judged by the orders of its own instant, and those of the ramp before it. */
async function ordersThen({ store, pastOrders }: PastReading, { siteId, orders, reportedAt, rampMs }: Reported) {
  if (reportedAt === null) return { ordered: orders, recent: orders };
  const past = await pastOrders(store, { siteId, fromMs: reportedAt - rampMs, toMs: reportedAt + 1 });
  // What is in force is known here first.
  const begun = orders.filter(({ at }) => at <= reportedAt);
  const recent = oneOfEachService([...(past.kind === 'found' ? past.orders : []), ...begun]);
  const ordered = orders.map((order) => {
    if (order.at <= reportedAt) return order;
    const isThen = ({ service, validUntil }: PoolOrder) => service === order.service && validUntil > reportedAt;
    return recent.find(isThen) ?? order;
  });
  return { ordered, recent };
}
