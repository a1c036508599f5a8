import { ordersInForce, type SiteOrder } from '@setpoint/core';
import { orderOf } from './order-of.ts';

export interface OrderPush {
  /** Sends what the connection was not sent yet. */
  (): void;
}

interface Pushing {
  readonly orders: () => readonly SiteOrder[];
  readonly now: () => number;
  /** Whether the connection takes one more; one that is skipped comes with the next signal. */
  readonly isOpen: () => boolean;
  readonly send: (payload: Buffer) => void;
}

/** The orders of one connection: those in force, and the early end of one that it was sent. */
export function createOrderPush({ orders, now, isOpen, send }: Pushing): OrderPush {
  const sent = new Map<SiteOrder['service'], string>();
  return () => {
    const all = orders();
    const inForce = new Set(ordersInForce(all, now()));
    for (const order of all) {
      const { service } = order;
      const text = JSON.stringify(orderOf(order));
      const isNews = sent.get(service) !== text && (inForce.has(order) || sent.has(service));
      if (!isNews || !isOpen()) continue;
      sent.set(service, text);
      send(Buffer.from(text));
    }
  };
}
