import { parseSiteTopic, type SiteId } from '@setpoint/contract';
import type { Client, Subscription } from 'aedes';
import type { Controller } from '../identity/authenticate-controller.ts';
import { isKeyLive } from '../identity/find-controller-key.ts';
import type { Budget } from '../identity/budget.ts';
import type { Snapshots } from './remember-snapshots.ts';
import { createSnapshotPush } from './snapshot-push.ts';
import { createReportInbox, type ReportInbox } from './report-inbox.ts';
import { atInstant } from '../platform/at-instant.ts';
import type { SiteSignal } from '../platform/site-signals.ts';
import type { ReportTaking } from './take-report.ts';

/** What a connection is needed for, once MQTT itself is dealt with. */
export interface MqttPeer extends Pick<Client, 'publish'> {
  readonly conn: Pick<Client['conn'], 'once' | 'destroy' | 'writableLength'>;
}

export interface MqttConnectionOptions extends ReportTaking {
  readonly snapshots: Snapshots;
  readonly budget: Pick<Budget, 'report'>;
  readonly client: MqttPeer;
  readonly controller: Controller;
  readonly onFailure: (cause: unknown) => void;
}

/** What one authenticated controller may do with its connection, and what the service does with it. */
export interface MqttConnection {
  readonly controller: Controller;
  readonly inbox: ReportInbox;
  /** Whether another node has the connection of this site now. */
  isReplaced(): boolean;
  maySubscribe(subscription: Subscription): boolean;
  subscribed(topics: readonly string[]): void;
  unsubscribed(topics: readonly string[]): void;
  close(): void;
}

// Dropping is safe: every snapshot is whole, and a report that names another revision brings the next.
const MOST_WAITING_BYTES = 1024 * 1024;

export function createMqttConnection(options: MqttConnectionOptions): MqttConnection {
  const { client, controller, store, signals, snapshots, metrics, now, onFailure } = options;
  const { siteId, keyId, endsAt } = controller;
  // As the controller wrote it: MQTT tells letters from capitals, and ids do not.
  let topic: string | undefined;
  let horizonHours: number | undefined;
  let isReplaced = false;
  const push = createSnapshotPush({
    snapshots,
    now,
    wanted: () =>
      topic === undefined || client.conn.writableLength > MOST_WAITING_BYTES ? undefined : { siteId, horizonHours },
    send(payload) {
      if (topic === undefined) return;
      metrics.countSnapshot('mqtt');
      client.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, () => undefined);
    },
    onFailure,
  });
  const inbox = createReportInbox({
    ...options,
    onStale: (reported) => push({ reported }),
    onTaken: () => void closeIfRevoked().catch(onFailure),
  });
  client.conn.once('close', signals.listen(siteId, onSignal));
  client.conn.once('close', atInstant(endsAt, close, { now }));

  function onSignal(signal: SiteSignal): void {
    // After the answer to the caller that caused it.
    if (signal === 'schedule') setImmediate(() => push());
    else if (signal === 'keys') closeIfRevoked().catch(onFailure);
    else if (signal === 'connected') giveWay();
  }

  // Its controller is connected to another node: that connection is its presence now.
  function giveWay(): void {
    isReplaced = true;
    close();
  }

  async function closeIfRevoked(): Promise<void> {
    if (!(await store.read(isKeyLive, { keyId }))) close();
  }

  function close(): void {
    client.conn.destroy();
  }

  return {
    controller,
    inbox,
    isReplaced: () => isReplaced,
    maySubscribe: (subscription) => ownTopic(siteId, subscription.topic) !== undefined,
    subscribed(topics) {
      const asked = topics.findLast((each) => ownTopic(siteId, each) !== undefined);
      if (asked === undefined) return;
      topic = asked;
      horizonHours = ownTopic(siteId, asked)?.horizonHours;
      push();
    },
    unsubscribed(topics) {
      if (topic !== undefined && topics.includes(topic)) topic = undefined;
    },
    close,
  };
}

/** A topic of the schedule of this site; undefined for any other. */
function ownTopic(siteId: SiteId, topic: string) {
  const named = parseSiteTopic(topic);
  return named?.siteId === siteId && named.kind === 'schedule' ? named : undefined;
}
