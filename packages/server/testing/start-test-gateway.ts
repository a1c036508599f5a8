import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import {
  type Order,
  type ScheduleEntry,
  type ScheduleSnapshot,
  scheduleTopic,
  type SiteId,
  siteTopic,
} from '@setpoint/contract';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import { generate } from 'mqtt-packet';
import { pino } from 'pino';
import type { Certificate, CertificateDemand } from '../src/door/tls-options.ts';
import { httpsBinding } from '../src/gateway/https/https-binding.ts';
import { buildHttp } from '../src/http/server/build-http.ts';
import { createAuthenticateController } from '../src/identity/keys/authenticate-controller.ts';
import { makeSecret } from '../src/identity/make-secret.ts';
import type { Budget } from '../src/limits/budget.ts';
import { createRateLimit } from '../src/limits/rate-limit.ts';
import { gatewayMetrics } from '../src/gateway/gateway-metrics.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import { testBudget } from './test-budget.ts';
import { kindOfRun, openTestStore } from './open-test-store.ts';
import type { Store } from '../src/store/store.ts';
import { createSiteSignals, type SiteSignals } from '../src/platform/site-signals.ts';
import type { MqttBinding } from '../src/gateway/mqtt/mqtt-binding.ts';
import { createMemberKnowledge } from '../src/pools/members/member-knowledge.ts';
import { createOrderBoard } from '../src/pools/signals/order-board.ts';
import { rememberSnapshots } from '../src/gateway/snapshots/remember-snapshots.ts';
import { createSiteTroubles } from '../src/gateway/troubles/site-troubles.ts';
import type { LineBinding } from '../src/gateway/mqtt/lines.ts';
import { type MqttListening, startMqtt } from '../src/gateway/mqtt/start-mqtt.ts';
import { messagesOf } from './messages-of.ts';
import { newSite } from './new-site.ts';
import { setSchedules } from './set-schedules.ts';
import { probeStore } from '../src/store/probe-store.ts';

/** For tests: the instant that it always is. */
export const NOW = Date.UTC(2030, 0, 1, 10);
/** For tests: what a site is at before its first batch. */
export const NOTHING_SET = '1.0.00000000';
const OFFLINE_AFTER_MS = 90_000;
const ANYWHERE = { host: '127.0.0.1', port: 0 };

/** For tests: a site with what its controller needs. */
export interface TestSite {
  readonly siteId: SiteId;
  readonly key: string;
  readonly keyId: string;
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>;

interface GatewayChanges extends Partial<
  Pick<MqttBinding, 'budget' | 'times' | 'refusals' | 'bodyBytes' | 'failures'>
> {
  /** Both bindings are over TLS then, too. */
  readonly certificate?: Certificate;
  readonly demand?: CertificateDemand;
  readonly budget?: Budget;
  readonly now?: () => number;
  readonly admissions?: MqttListening['admissions'];
  /** Counts the clients that sign in. */
  readonly signIns?: LineBinding['signIns'];
}

/** For tests: the gateway on a free port, over a store of its own. */
export async function startTestGateway(given: GatewayChanges = {}) {
  const { budget = testBudget(), now = () => NOW, admissions, signIns, ...others } = given;
  const { certificate, demand = 'off', ...changes } = others;
  let isClosing = false;
  /** What nobody waits for, such as the use of a key, may come too late for the store. */
  function raise(cause: unknown): void {
    if (!isClosing) throw cause;
  }
  const { store, query, close: closeStore } = await openTestStore(kindOfRun());
  const signals = createSiteSignals();
  const authenticateController = createAuthenticateController({ store, now, demand, onFailure: raise });
  const failures = given.failures ?? createRateLimit({ perMinute: 1_000, now });
  const metrics = gatewayMetrics(createMetrics());
  const troubles = createSiteTroubles({ store, now, onFailure: raise });
  const orders = createOrderBoard({ store, signals, now });
  const snapshots = rememberSnapshots({ store, now, orders });
  const reading = { store, signals, budget, troubles, orders, snapshots, now, clockOffsets: new Map() };
  const serving = { ...reading, metrics, authenticateController, failures };
  const knowledge = createMemberKnowledge(store, OFFLINE_AFTER_MS, (siteId) => orders.of(siteId));
  const lines = { store, now, orders, knowledge, budget: testBudget(), calls: undefined, ...(signIns && { signIns }) };
  const mqtt = await startMqtt(
    { ...serving, lines, onFailure: raise, ...changes },
    { plain: ANYWHERE, encrypted: ANYWHERE, certificate, ...(admissions && { admissions }) },
  );
  const watched = { admission: IDLE, refusals: changes.refusals ?? { note: () => undefined } };
  const https = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: certificate, watched });
  httpsBinding(https, { ...serving, budget });
  const clients: MqttClient[] = [];

  async function open(options: IClientOptions): Promise<MqttClient> {
    const client = await connectAsync(`mqtt://127.0.0.1:${mqtt.plainPort}`, { ...options, reconnectPeriod: 0 }, false);
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  }
  async function stateOf({ siteId }: TestSite): Promise<Record<string, unknown> | undefined> {
    const [row] = await query(`SELECT * FROM site_state WHERE site_id = '${siteId}'`);
    return row;
  }
  async function openTcp(): Promise<Socket> {
    const socket = connectTcp(mqtt.plainPort ?? 0, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    // Unread, an answer would keep it from closing.
    return socket.resume();
  }
  return {
    ...siteActions(store, signals),
    store,
    signals,
    orders,
    mqtt,
    https,
    async listenHttps(): Promise<number> {
      await https.listen(ANYWHERE);
      return (https.server.address() as AddressInfo).port;
    },
    open,
    openTcp,
    connect: (site: TestSite) => open(loginOf(site)),
    stateOf,
    /** Resolves once the state of a site is so; each look is behind a write of our own. */
    async untilState(site: TestSite, isSo: (state: Record<string, unknown>) => boolean): Promise<void> {
      for (;;) {
        const state = await stateOf(site);
        if (state !== undefined && isSo(state)) return;
        await store.write(probeStore, { now: NOW });
      }
    },
    async close(): Promise<void> {
      isClosing = true;
      for (const client of clients) client.end(true);
      await mqtt.close();
      signals.stop();
      await https.close();
      await closeStore();
    },
  };
}

const IDLE = { watch: () => undefined, proved: () => undefined, speaksFor: () => undefined, cutOff: () => undefined };

function siteActions(store: Store, signals: SiteSignals) {
  async function apply(
    { siteId }: TestSite,
    type: 'activePowerkW' | 'upperLimitkW',
    entry: ScheduleEntry,
  ): Promise<void> {
    await setSchedules(store, siteId, { now: NOW, schedules: [{ asset: 'grid', type, entries: [entry] }] });
    signals.send(siteId, 'schedule');
  }
  return {
    async addSite(): Promise<TestSite> {
      const { text, hash } = makeSecret('sck_');
      const controllerKey = { keyId: randomUUID(), keyHash: hash };
      const siteId = await newSite(store, NOW, { controllerKey });
      return { siteId, key: text, keyId: controllerKey.keyId };
    },
    set: (site: TestSite, value: number) =>
      apply(site, 'activePowerkW', { startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T14:00:00Z', value }),
    /** Sets a limit from so many hours ahead on. */
    setLater(site: TestSite, hours: number): Promise<void> {
      const at = (hour: number) => new Date(NOW + hour * 3_600_000).toISOString();
      return apply(site, 'upperLimitkW', { startAt: at(hours), endAt: at(hours + 1), value: 1 });
    },
  };
}

/** For tests: what a site's controller connects with. */
export function loginOf({ siteId, key }: TestSite): IClientOptions {
  return { clientId: siteId, username: siteId, password: key };
}

/** For tests: what a site's controller says first on a connection of its own. */
export function connectPacket(site: TestSite, changes: object = {}): Buffer {
  const packet = { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 30 } as const;
  const password = Buffer.from(site.key);
  return generate({ ...packet, clientId: site.siteId, username: site.siteId, password, ...changes });
}

/** For tests: the snapshots of a site, one by one as they come. */
export function subscribe(client: MqttClient, { siteId }: Pick<TestSite, 'siteId'>, horizonHours?: number) {
  return messagesOf<ScheduleSnapshot>(client, scheduleTopic(siteId, horizonHours));
}

/** For tests: the orders of a site, one by one as they come. */
export function subscribeToOrders(client: MqttClient, { siteId }: Pick<TestSite, 'siteId'>) {
  return messagesOf<Order>(client, siteTopic(siteId, 'order'));
}

/** For tests: a report without devices, of the session `s` unless told otherwise. */
export function reportText(changes: object): string {
  return JSON.stringify({ session: 's', sentAt: new Date(NOW).toISOString(), schedule: null, ...changes });
}

export async function report(client: MqttClient, { siteId }: TestSite, changes: object): Promise<void> {
  await client.publishAsync(siteTopic(siteId, 'report'), reportText(changes), { qos: 1 });
}
