import { parseSiteTopic, type SiteId } from '@setpoint/contract';
import type { MqttConnectionOptions } from './mqtt-peer.ts';
import { createOrderPush, type OrderPush } from '../snapshots/order-push.ts';
import { createSnapshotPush, type Stale } from '../snapshots/snapshot-push.ts';

/** What one connection is sent: the schedule and the orders of its site, as far as it subscribed to them. */
export interface MqttDownlink {
  subscribed(topics: readonly string[]): void;
  unsubscribed(topics: readonly string[]): void;
  sendSchedule(stale?: Stale): void;
  sendOrders(): void;
  /** Whether it subscribed to orders, or has said only now that it takes them. */
  hearsOrders(): boolean;
  /** Whether its reports say that orders come by their own way. */
  noteReport(taken: { readonly takesOrders: boolean }): void;
}

// Dropping is safe: every snapshot is whole, and a report that names another revision brings the next.
const MOST_WAITING_BYTES = 1024 * 1024;

export function createMqttDownlink(options: MqttConnectionOptions): MqttDownlink {
  const { client, snapshots, metrics, now, onFailure } = options;
  const { siteId } = options.controller;
  // As the controller wrote them: MQTT tells letters from capitals, and ids do not.
  const topics: { schedule?: string; order?: string } = {};
  let horizonHours: number | undefined;
  let takesOrders = false;
  const isOpen = () => client.conn.writableLength <= MOST_WAITING_BYTES;
  function publish(topic: string, payload: Buffer, qos: 0 | 1): void {
    client.publish({ cmd: 'publish', topic, payload, qos, dup: false, retain: false }, () => undefined);
  }
  const push = createSnapshotPush({
    snapshots,
    now,
    wanted: () => (topics.schedule === undefined || !isOpen() ? undefined : { siteId, horizonHours }),
    send(payload) {
      if (topics.schedule === undefined) return;
      metrics.countSnapshot('mqtt');
      publish(topics.schedule, payload, 1);
    },
    onFailure,
  });
  let pushOrders: OrderPush | undefined;
  return {
    subscribed(asked) {
      for (const topic of asked) {
        const own = ownTopic(siteId, topic);
        if (own === undefined) continue;
        topics[own.kind] = topic;
        if (own.kind === 'order') pushOrders = orderPush({ ...options, isOpen }, (order) => publish(topic, order, 0));
        else ({ horizonHours } = own);
      }
      pushOrders?.();
      if (asked.some((topic) => topic === topics.schedule)) push();
    },
    unsubscribed(left) {
      if (topics.schedule !== undefined && left.includes(topics.schedule)) delete topics.schedule;
      if (topics.order === undefined || !left.includes(topics.order)) return;
      delete topics.order;
      pushOrders = undefined;
    },
    sendSchedule: push,
    sendOrders() {
      pushOrders?.();
      // What it does not take by its own way is in the snapshot.
      if (!takesOrders) push();
    },
    hearsOrders: () => pushOrders !== undefined || !takesOrders,
    noteReport(taken) {
      ({ takesOrders } = taken);
    },
  };
}

type OrderPushing = MqttConnectionOptions & { readonly isOpen: () => boolean };

// The next order makes up for a lost one.
function orderPush(pushing: OrderPushing, publish: (payload: Buffer) => void): OrderPush {
  const { controller, orders, writeOrder, metrics, now, isOpen } = pushing;
  return createOrderPush({
    orders: () => orders?.of(controller.siteId) ?? [],
    now,
    isOpen,
    write: writeOrder,
    send(payload) {
      metrics.countOrder('mqtt');
      publish(payload);
    },
  });
}

/** A topic that this site may subscribe to; undefined for any other. */
export function ownTopic(siteId: SiteId, topic: string) {
  const named = parseSiteTopic(topic);
  if (named === undefined || named.siteId !== siteId || named.kind === 'report') return undefined;
  return { kind: named.kind, horizonHours: named.horizonHours };
}
