import { ordersInForce, type SiteOrder } from './with-orders.ts';

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
