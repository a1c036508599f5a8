import { hash } from 'node:crypto';
import type { OrderList } from '@setpoint/contract';
import { ordersInForce } from '@setpoint/core';
import type { Controller } from '../../identity/keys/authenticate-controller.ts';
import { isKeyLive } from '../../identity/keys/find-controller-key.ts';
import { askUntil, type Asked } from '../../platform/ask-until.ts';
import { ordersToTell } from '../../pools/signals/standing-order.ts';
import { createOrderWriter } from '../snapshots/create-order-writer.ts';
import type { Poll, Polled, Polling } from './poll-schedule.ts';

/** Answers with the orders of a site as soon as they are others than the controller has, or when the wait is over. */
export async function pollOrders(
  polling: Omit<Polling, 'snapshots'>,
  { siteId, keyId, endsAt, thumbprint }: Controller,
  { isKnown = () => false, waitMs }: Pick<Poll, 'isKnown' | 'waitMs'>,
): Promise<Polled> {
  const { store, orders, now } = polling;
  const timeoutMs = Math.max(0, Math.min(waitMs, endsAt - now()));
  return askUntil({ ...polling, siteId, timeoutMs }, async (): Promise<Asked<Polled>> => {
    if (!(await store.read(isKeyLive, { keyId, thumbprint })))
      return { isReached: true, value: { kind: 'site_missing' } };
    const at = now();
    const standing = ordersInForce(orders?.of(siteId) ?? [], at);
    const body: OrderList = { orders: standing.flatMap((order) => ordersToTell(order, at)).map(createOrderWriter()) };
    const bytes = Buffer.from(JSON.stringify(body));
    const revision = `o-${hash('sha256', bytes).slice(0, 16)}`;
    if (isKnown(revision)) return { isReached: timeoutMs === 0, value: { kind: 'unchanged', revision } };
    return { isReached: true, value: { kind: 'snapshot', revision, bytes } };
  });
}
