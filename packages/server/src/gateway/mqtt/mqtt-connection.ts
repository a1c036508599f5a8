import type { Subscription } from 'aedes';
import type { Controller } from '../../identity/keys/authenticate-controller.ts';
import { isKeyLive } from '../../identity/keys/find-controller-key.ts';
import { createMqttDownlink, ownTopic } from './mqtt-downlink.ts';
import type { MqttConnectionOptions } from './mqtt-peer.ts';
import { createReportInbox, type ReportInbox } from '../reports/report-inbox.ts';
import { atInstant } from '../../platform/loops/at-instant.ts';
import type { SiteSignal } from '../../platform/site-signals.ts';

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

export function createMqttConnection(options: MqttConnectionOptions): MqttConnection {
  const { client, controller, store, signals, now, onFailure } = options;
  const { siteId, keyId, endsAt, thumbprint } = controller;
  let isReplaced = false;
  const down = createMqttDownlink(options);
  const inbox = createReportInbox({
    ...options,
    hearsOrders: () => down.hearsOrders(),
    onStale: (reported) => down.sendSchedule({ reported }),
    onTaken(taken) {
      down.noteReport(taken);
      void closeIfRevoked().catch(onFailure);
    },
  });
  client.conn.once('close', signals.listen(siteId, onSignal));
  client.conn.once('close', atInstant(endsAt, close, { now }));

  function onSignal(signal: SiteSignal): void {
    // After the answer to the caller that caused it.
    if (signal === 'schedule') setImmediate(() => down.sendSchedule());
    else if (signal === 'order') down.sendOrders();
    else if (signal === 'keys') closeIfRevoked().catch(onFailure);
    else if (signal === 'connected') giveWay();
  }

  // Its controller is connected to another node: that connection is its presence now.
  function giveWay(): void {
    isReplaced = true;
    close();
  }

  async function closeIfRevoked(): Promise<void> {
    if (!(await store.read(isKeyLive, { keyId, thumbprint }))) close();
  }

  function close(): void {
    client.conn.destroy();
  }

  return {
    controller,
    inbox,
    isReplaced: () => isReplaced,
    maySubscribe: (subscription) => ownTopic(siteId, subscription.topic) !== undefined,
    subscribed: (topics) => down.subscribed(topics),
    unsubscribed: (topics) => down.unsubscribed(topics),
    close,
  };
}
