import type { PoolOrder } from '../plan/lay-orders.ts';
import { firstIndex } from '../time/first-index.ts';
import type { Window } from '../time/sweep.ts';
import { type BandInput, targetBand } from './target-band.ts';

/** What there would have been without some orders, and when there were any. */
export interface WithoutOrders {
  readonly times: readonly Window[];
  readonly band: BandInput;
}

/** What supply by these orders is measured from: the targets of a plan in which they are not laid. */
export function withoutOrders(orders: readonly PoolOrder[], band: BandInput): WithoutOrders {
  return { times: timesOf(orders), band: { ...band, rampMs: 0 } };
}

/** The mean target of a slot without the orders; undefined if none of them reaches into it, or there is no target. */
export function meanWithoutOrders({ times, band }: WithoutOrders, { fromMs, toMs }: Window): number | undefined {
  const next = times[firstIndex(times, (time) => time.toMs > fromMs)];
  if (next === undefined || next.fromMs >= toMs) return undefined;
  return targetBand(band, fromMs, toMs)?.meanKw;
}

/** When there was an order of any: in order, without overlap. */
function timesOf(orders: readonly PoolOrder[]): Window[] {
  const times: { fromMs: number; toMs: number }[] = [];
  for (const { at, validUntil } of orders.toSorted((one, other) => one.at - other.at)) {
    const last = times.at(-1);
    if (last !== undefined && at <= last.toMs) last.toMs = Math.max(last.toMs, validUntil);
    else times.push({ fromMs: at, toMs: validUntil });
  }
  return times;
}
