import type { FollowedOrder, SiteId } from '@setpoint/contract';
import { instantText, isOnline, notFollowed, ordersInForce, type PoolOrder, WATTS_PER_KW } from '@setpoint/core';
import type { SiteHead } from '../access/sites/site-head.ts';
import { judgedOrders } from '../sites/judged-orders.ts';
import { takesOrders } from '../sites/takes-orders.ts';
import { readBy } from '../store/fields.ts';
import type { ReadableStore } from '../store/store.ts';
import type { Tx } from '../store/tx.ts';
import { toMilliwattsOrNull } from '../wire/to-milliwatts.ts';

export interface OrdersFollowing {
  readonly store: ReadableStore;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  /** What pools ask sites for now. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

const stateOfSite = readBy('site_state', ['siteId'], ['takes', 'watched', 'reportedAt', 'disconnectedAt']);

const readState = (tx: Tx, asked: { siteId: SiteId }) => tx.first(stateOfSite, asked);

/** How a site follows the orders that are in force, by its last report and those of the instant of that. */
export async function followOrders(
  { store, now, offlineAfterMs, orders: board }: OrdersFollowing,
  { siteId }: Pick<SiteHead, 'siteId'>,
): Promise<FollowedOrder[]> {
  const at = now();
  const orders = ordersInForce(board.of(siteId), at);
  const site = orders.length === 0 ? undefined : await store.read(readState, { siteId });
  const { takes = null, watched = null, reportedAt = null, disconnectedAt = null } = site ?? {};
  const online = isOnline({ reportedAt, disconnectedAt, now: at, timeoutMs: offlineAfterMs });
  const judged = judgedOrders(watched);
  return orders.map(({ poolId, service, sequence, watts, validUntil }) => {
    const last = judged.find((one) => one.service === service)?.judged ?? notFollowed('not_reported_since');
    const { state, because, suppliedKw } = online ? last : notFollowed('silent');
    const asked = { poolId, service, sequence, kW: watts / WATTS_PER_KW, validUntil: instantText(validUntil) };
    const by = takesOrders(takes) ? 'order' : 'snapshot';
    return { ...asked, by, state, because, suppliedkW: toMilliwattsOrNull(suppliedKw) };
  });
}
