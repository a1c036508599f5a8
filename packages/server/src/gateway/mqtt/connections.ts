import type { SiteId } from '@setpoint/contract';
import type { MqttConnection } from './mqtt-connection.ts';
import type { MqttPeer } from './mqtt-peer.ts';
import type { ReportAccepting } from '../reports/accept-report.ts';
import type { SiteTroubles } from '../troubles/site-troubles.ts';
import { endSession } from '../reports/end-session.ts';

export type Connections = ReturnType<typeof createConnections>;

export interface ConnectionKeeping extends Pick<ReportAccepting, 'store' | 'signals' | 'metrics' | 'now'> {
  readonly onFailure: (cause: unknown) => void;
  readonly troubles?: Pick<SiteTroubles, 'tookOver'>;
}

/** Who is connected: one connection a site, the latest. */
export function createConnections({ store, signals, metrics, now, onFailure, troubles }: ConnectionKeeping) {
  const byClient = new WeakMap<MqttPeer, MqttConnection>();
  const bySite = new Map<SiteId, MqttConnection>();
  let isStopping = false;

  async function end(connection: MqttConnection): Promise<void> {
    const { siteId } = connection.controller;
    // One that was replaced is no longer the presence of its site.
    if (bySite.get(siteId) !== connection) return;
    bySite.delete(siteId);
    metrics.setConnections(bySite.size);
    // A site whose controller will come back in a moment is not offline.
    if (connection.isReplaced()) troubles?.tookOver(siteId);
    if (isStopping || connection.isReplaced()) return;
    const session = await connection.inbox.session();
    const next = bySite.get(siteId);
    if (next !== undefined) await next.inbox.inherit(connection.inbox);
    else if (session !== undefined) await store.write(endSession, { siteId, session, now: now() });
  }

  return {
    of: (client: MqttPeer) => byClient.get(client),
    add(connection: MqttConnection, client: MqttPeer): void {
      byClient.set(client, connection);
      client.conn.once('close', () => void end(connection).catch(onFailure));
    },
    begin(client: MqttPeer): void {
      const connection = byClient.get(client);
      if (connection === undefined) return;
      const { siteId } = connection.controller;
      const earlier = bySite.get(siteId);
      bySite.set(siteId, connection);
      signals.sendElsewhere(siteId, 'connected');
      metrics.setConnections(bySite.size);
      if (earlier === undefined) return;
      troubles?.tookOver(siteId);
      connection.inbox.inherit(earlier.inbox).catch(onFailure);
      earlier.close();
    },
    stop(): void {
      isStopping = true;
    },
  };
}
