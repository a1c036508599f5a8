import type { Order } from '@setpoint/contract';
import type { PoolOrder } from '@setpoint/core';
import { ordersToTell, type StandingOrder } from '../../pools/signals/standing-order.ts';

export interface OrderPush {
  /** Sends what the connection was not sent yet. */
  (): void;
}

interface Pushing {
  readonly orders: () => readonly StandingOrder[];
  readonly now: () => number;
  /** Whether the connection takes one more; one that is skipped comes with the next signal. */
  readonly isOpen: () => boolean;
  readonly write: (order: PoolOrder) => Order;
  readonly send: (payload: Buffer) => void;
}

/** The orders of one connection: those in force, and the early end of those that its controller may follow. */
export function createOrderPush({ orders, now, isOpen, write, send }: Pushing): OrderPush {
  const sent = new Map<PoolOrder['service'], StandingOrder>();

  function sendOne(order: PoolOrder): void {
    send(Buffer.from(JSON.stringify(write(order))));
  }

  return () => {
    for (const order of orders()) {
      const last = sent.get(order.service);
      if (last === order || (last !== undefined && isSame(last, order)) || !isOpen()) continue;
      // What it holds is of this pool: nothing else has to end first.
      const told = last?.poolId === order.poolId ? [order] : ordersToTell(order, now());
      if (told.length === 0) continue;
      sent.set(order.service, order);
      for (const one of told) sendOne(one);
    }
  };
}

function isSame(one: PoolOrder, other: PoolOrder): boolean {
  return (
    one.sequence === other.sequence &&
    one.watts === other.watts &&
    one.validUntil === other.validUntil &&
    one.poolId === other.poolId
  );
}
