import { parseSiteTopic, type SiteId } from '@setpoint/contract';
import type { MqttConnectionOptions } from './mqtt-peer.ts';
import { createOrderPush } from './order-push.ts';
import { createSnapshotPush, type Stale } from './snapshot-push.ts';

/** What one connection is sent: the schedule and the orders of its site, as far as it subscribed to them. */
export interface MqttDownlink {
  subscribed(topics: readonly string[]): void;
  unsubscribed(topics: readonly string[]): void;
  sendSchedule(stale?: Stale): void;
  sendOrders(): void;
  /** Whether its reports say that orders come by their own way. */
  noteReport(taken: { readonly takesOrders: boolean }): void;
}

// Dropping is safe: every snapshot is whole, and a report that names another revision brings the next.
const MOST_WAITING_BYTES = 1024 * 1024;

export function createMqttDownlink(options: MqttConnectionOptions): MqttDownlink {
  const { client, snapshots, orders, metrics, now, onFailure } = options;
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
  // The next order makes up for a lost one.
  const orderPush = (topic: string) =>
    createOrderPush({
      orders: () => orders?.of(siteId) ?? [],
      now,
      isOpen,
      send(payload) {
        metrics.countOrder('mqtt');
        publish(topic, payload, 0);
      },
    });
  let pushOrders: (() => void) | undefined;
  return {
    subscribed(asked) {
      for (const topic of asked) {
        const own = ownTopic(siteId, topic);
        if (own === undefined) continue;
        topics[own.kind] = topic;
        if (own.kind === 'order') pushOrders = orderPush(topic);
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
    noteReport(taken) {
      ({ takesOrders } = taken);
    },
  };
}

/** A topic that this site may subscribe to; undefined for any other. */
export function ownTopic(siteId: SiteId, topic: string) {
  const named = parseSiteTopic(topic);
  if (named === undefined || named.siteId !== siteId || named.kind === 'report') return undefined;
  return { kind: named.kind, horizonHours: named.horizonHours };
}
