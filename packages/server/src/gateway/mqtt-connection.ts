import { siteTopic } from '@setpoint/contract';
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
  const topic = siteTopic(siteId, 'schedule');
  let isSubscribed = false;
  let isReplaced = false;
  const push = createSnapshotPush({
    snapshots,
    siteId,
    canSend: () => isSubscribed && client.conn.writableLength <= MOST_WAITING_BYTES,
    send(payload) {
      metrics.countSnapshot('mqtt');
      client.publish({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false }, () => undefined);
    },
    onFailure,
  });
  const inbox = createReportInbox({
    ...options,
    onStale: push,
    onTaken: () => void closeIfRevoked().catch(onFailure),
  });
  client.conn.once('close', signals.listen(siteId, onSignal));
  client.conn.once('close', atInstant(endsAt, close, { now }));

  function onSignal(signal: SiteSignal): void {
    // After the answer to the caller that caused it.
    if (signal === 'schedule') setImmediate(push);
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
    maySubscribe: (subscription) => subscription.topic === topic,
    subscribed(topics) {
      if (!topics.includes(topic)) return;
      isSubscribed = true;
      push();
    },
    unsubscribed(topics) {
      if (topics.includes(topic)) isSubscribed = false;
    },
    close,
  };
}
