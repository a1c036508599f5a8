import { namesOfPair, type PairName } from '@setpoint/contract';
import type { SetTexts } from '../command-text/command-text.ts';
import { readCommand, storedInstant } from '../command-text/read-command.ts';
import { writeCommand } from '../command-text/write-command.ts';
import { type PoolService, WATTS_PER_KW } from './member-capacity.ts';
import { instantText } from '../time/instant-text.ts';

/** What a pool asks of one site now. */
export interface SiteOrder {
  readonly service: PoolService;
  readonly sequence: number;
  /** Plus is import. */
  readonly watts: number;
  readonly at: number;
  /** It ends by itself then; a time in the past where it ended early. */
  readonly validUntil: number;
}

/** The orders of a site that have not ended. */
export function ordersInForce<Order extends Pick<SiteOrder, 'validUntil'>>(orders: readonly Order[], now: number) {
  return orders.filter(({ validUntil }) => validUntil > now);
}

/** The schedule for a controller that knows nothing of orders: each is an entry of its activation until it ends. */
export function withOrders(texts: SetTexts, orders: readonly SiteOrder[]): SetTexts {
  if (orders.length === 0) return texts;
  const changed = new Map(texts);
  for (const { service, watts, at, validUntil } of orders) {
    const pair: PairName = `grid/${service}ActivationkW`;
    const text = texts.get(pair);
    const order = { startAt: instantText(at), endAt: instantText(validUntil), value: watts / WATTS_PER_KW };
    const set = text === undefined ? [] : readCommand(text).entries;
    const before = set
      .filter(({ startAt }) => storedInstant(startAt) < at)
      .map((entry) => (storedInstant(entry.endAt) > at ? { ...entry, endAt: order.startAt } : entry));
    const after = set
      .filter(({ endAt }) => storedInstant(endAt) > validUntil)
      .map((entry) => (storedInstant(entry.startAt) < validUntil ? { ...entry, startAt: order.endAt } : entry));
    changed.set(pair, writeCommand(namesOfPair(pair), [...before, order, ...after]));
  }
  return changed;
}

/** The name of a revision for a controller that finds its orders in the snapshot: another one with each order. */
export function orderedRevision(
  revision: string,
  orders: readonly SiteOrder[],
  { now, hashOf }: { readonly now: number; readonly hashOf: (text: string) => string },
): string {
  const inForce = ordersInForce(orders, now);
  if (inForce.length === 0) return revision;
  const texts = inForce.map(({ service, watts, validUntil }) => `${service} ${watts} ${validUntil}`);
  return `${revision}~o${hashOf(texts.join(', ')).slice(0, 8)}`;
}
