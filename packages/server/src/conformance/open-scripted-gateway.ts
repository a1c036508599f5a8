import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Order, parseSiteId, type PoolId, type Report, type SiteId } from '@setpoint/contract';
import { pino } from 'pino';
import type { HttpsBinding } from '../gateway/https/https-binding.ts';
import { httpsBinding } from '../gateway/https/https-binding.ts';
import { endSession } from '../gateway/reports/end-session.ts';
import { gatewayMetrics } from '../gateway/gateway-metrics.ts';
import { type Certificate, listenMqtt } from '../gateway/mqtt/listen-mqtt.ts';
import { openMqttGateway } from '../gateway/mqtt/mqtt-binding.ts';
import { recordProtocolError } from '../gateway/troubles/record-protocol-error.ts';
import { recordReport, type RecordReportInput, type RecordReportOutput } from '../gateway/reports/record-report.ts';
import type { Snapshots } from '../gateway/snapshots/remember-snapshots.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { isKeyLive } from '../identity/keys/find-controller-key.ts';
import { makeSecret } from '../identity/make-secret.ts';
import { createMetrics } from '../platform/figures/metrics.ts';
import { createSiteSignals } from '../platform/site-signals.ts';
import type { Store } from '../store/store.ts';
import { type StandingOrder, standingOrder } from '../pools/signals/standing-order.ts';
import { assetsFromText } from '../sites/assets-from-text.ts';
import type { Evidence } from './evidence.ts';
import { followHttpScript } from './follow-http-script.ts';
import { type GatewayScript, newGatewayScript } from './gateway-script.ts';
import { createPacketRelay } from './packet-relay.ts';
import { answering, scriptedStore } from './scripted-store.ts';

export type Binding = 'mqtt' | 'https';

type ScriptedOrder = Pick<Order, 'kW' | 'sequence'> & { readonly poolId?: PoolId; readonly validUntil: number };

export interface GatewayDoor {
  readonly binding: Binding;
  readonly host: string;
  /** 0 stands for any free one. */
  readonly port: number;
  readonly certificate: Certificate | undefined;
}

/** The product's own gateway for one site, over a script in place of a store. */
export interface ScriptedGateway {
  readonly siteId: SiteId;
  readonly controllerKey: string;
  readonly port: number;
  readonly script: GatewayScript;
  /** Makes this text what the controller should have, and tells it. */
  send(schedule: { readonly revision: string; readonly text: string }): void;
  /** Makes this the order of the site, and tells it. */
  order(order: ScriptedOrder): void;
  /** Ends every connection without a word. */
  cut(): void;
  /** Over MQTT, sends the last snapshot a second time. */
  repeatLast(): void;
  close(): Promise<void>;
}

const POOL = '00000000-0000-4000-8000-00000000b001' as string as PoolId;
const NEVER_ENDS_MS = 86_400_000;
const NO_BUDGET = { poll: () => Promise.resolve(), report: () => Promise.resolve() };

export async function openScriptedGateway(door: GatewayDoor, evidence: Evidence): Promise<ScriptedGateway> {
  const script = newGatewayScript();
  const signals = createSiteSignals();
  const { text: controllerKey } = makeSecret('sck_');
  const siteId = newSiteId();
  let current = { revision: '1.0.00000000', text: '' };
  current = { ...current, text: emptySnapshot(current.revision) };
  const held = new Set<() => void>();
  const orders = scriptedOrders(evidence, () => signals.send(siteId, 'order'));

  async function acceptReport(): Promise<RecordReportOutput> {
    if (script.isUnacknowledged) await new Promise<void>((resolve) => held.add(resolve));
    return { kind: 'counted', revision: current.revision };
  }
  const store = storeThat(acceptReport, evidence);
  const snapshots: Snapshots = {
    revisionOf: () => Promise.resolve(current.revision),
    of: () =>
      Promise.resolve(
        script.isScheduleKept ? undefined : { revision: current.revision, bytes: Buffer.from(current.text) },
      ),
  };
  const authenticateController: HttpsBinding['authenticateController'] = (key) => {
    const isAccepted = script.isKeyGood && key === controllerKey;
    if (door.binding === 'mqtt')
      evidence.note(isAccepted ? 'signed in' : 'the key is refused', { kind: 'login', isAccepted });
    return Promise.resolve(
      isAccepted ? { siteId, keyId: 'conformance', endsAt: Date.now() + NEVER_ENDS_MS } : undefined,
    );
  };
  const serving = {
    onReport: (came: Report, stored: RecordReportInput) => noteReport(evidence, came, stored),
    store,
    signals,
    orders,
    metrics: gatewayMetrics(createMetrics()),
    snapshots,
    authenticateController,
    budget: NO_BUDGET,
    clockOffsets: new Map(),
    now: Date.now,
  };
  const ways = { script, evidence, serving, revision: () => current.revision };
  const running = door.binding === 'mqtt' ? await openMqttDoor(door, ways) : await openHttpsDoor(door, ways);

  return {
    siteId,
    controllerKey,
    script,
    ...running,
    order: (given) => orders.give(given),
    send(schedule) {
      current = schedule;
      signals.send(siteId, 'schedule');
    },
    async close() {
      for (const release of held) release();
      signals.stop();
      await running.close();
    },
  };
}

function storeThat(acceptReport: () => Promise<RecordReportOutput>, evidence: Evidence): Store {
  return scriptedStore([
    answering(isKeyLive, () => Promise.resolve(true)),
    answering(endSession, () => Promise.resolve({ isCurrent: true })),
    answering(recordReport, acceptReport),
    answering(recordProtocolError, ({ reason }) => {
      evidence.note(`against the protocol: ${reason}`, { kind: 'malformed' });
      return Promise.resolve();
    }),
  ]);
}

interface Ways {
  readonly script: GatewayScript;
  readonly evidence: Evidence;
  readonly serving: HttpsBinding;
  readonly revision: () => string;
}

type OpenDoor = Pick<ScriptedGateway, 'port' | 'cut' | 'repeatLast' | 'close'>;

async function openMqttDoor(door: GatewayDoor, { script, evidence, serving }: Ways): Promise<OpenDoor> {
  const gateway = await openMqttGateway({ ...serving, onFailure: () => undefined });
  const inner = createServer((socket) => gateway.take(socket)).listen(0, '127.0.0.1');
  await once(inner, 'listening');
  const wire = { isMute: () => script.isMute, isAway: () => script.isAway };
  const relay = createPacketRelay(portOf(inner), evidence, wire);
  const outer = await listenMqtt((socket) => relay.take(socket), {
    host: door.host,
    port: door.port,
    ...(door.certificate === undefined ? {} : { certificate: door.certificate }),
  });
  return {
    port: outer.port,
    cut: () => relay.cut(),
    repeatLast: () => relay.repeatLast(),
    async close() {
      outer.close();
      inner.close();
      relay.cut();
      await gateway.close();
    },
  };
}

async function openHttpsDoor({ host, port, certificate }: GatewayDoor, ways: Ways): Promise<OpenDoor> {
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: certificate });
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  followHttpScript(app, ways);
  httpsBinding(app, ways.serving);
  await app.listen({ host, port });
  return {
    port: portOf(app.server),
    cut,
    repeatLast: () => undefined,
    async close() {
      cut();
      await app.close();
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function noteReport(evidence: Evidence, came: Report, stored: RecordReportInput): void {
  const { session, sequence, revision, devices } = stored;
  const rejected = came.schedule?.rejected ?? [];
  const takes = came.takes ?? [];
  const assets = devices === undefined ? {} : { assets: assetsFromText(devices.assets) };
  const refused = rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`).join(', ');
  const powerKw = assets.assets?.bess?.activePowerkW;
  const power = powerKw === undefined ? '' : `, battery ${powerKw} kW`;
  const text = `report ${sequence} of ${session}: ${revision ?? 'no schedule'}${refused && `, rejects ${refused}`}${power}`;
  evidence.note(text, {
    kind: 'report',
    report: { session, sequence, sentAtMs: Date.parse(came.sentAt), revision, rejected, takes, ...assets },
  });
}

/** The order of the site, once there was one. */
function scriptedOrders(evidence: Evidence, tell: () => void) {
  let last: StandingOrder | undefined;
  return {
    of: () => (last === undefined ? [] : [last]),
    give({ poolId = POOL, kW, sequence, validUntil }: ScriptedOrder): void {
      evidence.note(`order ${sequence} of pool ${poolId}: ${kW} kW until ${new Date(validUntil).toISOString()}`);
      const at = Date.now();
      const order = { service: 'afrr', poolId, sequence, watts: Math.round(kW * 1_000), at, validUntil } as const;
      last = standingOrder(order, last, at);
      tell();
    },
  };
}

function newSiteId(): SiteId {
  const siteId = parseSiteId(randomUUID());
  if (siteId === undefined) throw new Error('A UUID is a site id.');
  return siteId;
}

function emptySnapshot(revision: string): string {
  return JSON.stringify({ revision, issuedAt: new Date().toISOString(), holdSeconds: null, commands: [] });
}
