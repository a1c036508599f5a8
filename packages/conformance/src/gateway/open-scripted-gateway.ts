import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { type Order, PATHS, type PoolId, type SiteId } from '@setpoint/contract';
import { listenMqtt } from '@setpoint/server/listen-mqtt';
import { openSiteGateway, type SiteGateway, type TakenIn } from '@setpoint/server/open-site-gateway';
import type { Certificate } from '@setpoint/server/tls-options';
import type { Evidence } from '../evidence.ts';
import { type GatewayScript, newGatewayScript } from './gateway-script.ts';
import { createPacketRelay } from './packet-relay.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

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

export async function openScriptedGateway(door: GatewayDoor, evidence: Evidence): Promise<ScriptedGateway> {
  const script = newGatewayScript();
  const first = '1.0.00000000';
  let current = { revision: first, text: emptySnapshot(first) };
  const held = new Set<() => void>();
  const gateway = openSiteGateway({
    schedule: () => current,
    isScheduleKept: () => script.isScheduleKept,
    letsIn(isItsKey) {
      const isAccepted = script.isKeyGood && isItsKey;
      if (door.binding === 'mqtt')
        evidence.note(isAccepted ? 'signed in' : 'the key is refused', { kind: 'login', isAccepted });
      return isAccepted;
    },
    async acknowledge() {
      if (script.isUnacknowledged) await new Promise<void>((resolve) => held.add(resolve));
    },
    onReport: (report) => noteReport(evidence, report),
    onProtocolError: (reason) => evidence.note(`against the protocol: ${reason}`, { kind: 'malformed' }),
  });
  const ways = { script, evidence, gateway };
  const running = door.binding === 'mqtt' ? await openMqttDoor(door, ways) : await openHttpsDoor(door, ways);

  return {
    siteId: gateway.siteId,
    controllerKey: gateway.controllerKey,
    script,
    ...running,
    order({ poolId = POOL, ...order }) {
      const until = new Date(order.validUntil).toISOString();
      evidence.note(`order ${order.sequence} of pool ${poolId}: ${order.kW} kW until ${until}`);
      gateway.giveOrder({ poolId, ...order });
    },
    send(schedule) {
      current = schedule;
      gateway.tellSchedule();
    },
    async close() {
      for (const release of held) release();
      gateway.stop();
      await running.close();
    },
  };
}

interface Ways {
  readonly script: GatewayScript;
  readonly evidence: Evidence;
  readonly gateway: SiteGateway;
}

type OpenDoor = Pick<ScriptedGateway, 'port' | 'cut' | 'repeatLast' | 'close'>;

async function openMqttDoor(door: GatewayDoor, { script, evidence, gateway }: Ways): Promise<OpenDoor> {
  const opened = await gateway.openMqtt();
  const inner = createServer((socket) => opened.take(socket)).listen(0, '127.0.0.1');
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
      await opened.close();
    },
  };
}

async function openHttpsDoor({ host, port, certificate }: GatewayDoor, ways: Ways): Promise<OpenDoor> {
  const app = ways.gateway.openHttps(certificate, (opening) => followHttpScript(opening, ways));
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
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

function noteReport(evidence: Evidence, { came, session, sequence, revision, assets }: TakenIn): void {
  const rejected = came.schedule?.rejected ?? [];
  const takes = came.takes ?? [];
  const refused = rejected.map(({ asset, type, code }) => `${asset}/${type} ${code}`).join(', ');
  const powerKw = assets?.bess?.activePowerkW;
  const power = powerKw === undefined ? '' : `, battery ${powerKw} kW`;
  const text = `report ${sequence} of ${session}: ${revision ?? 'no schedule'}${refused && `, rejects ${refused}`}${power}`;
  const ofDevices = assets === undefined ? {} : { assets };
  evidence.note(text, {
    kind: 'report',
    report: { session, sequence, sentAtMs: Date.parse(came.sentAt), revision, rejected, takes, ...ofDevices },
  });
}

function emptySnapshot(revision: string): string {
  return JSON.stringify({ revision, issuedAt: new Date().toISOString(), holdSeconds: null, commands: [] });
}

/** Lets requests meet what the script says before the gateway sees them, and notes each of them. */
function followHttpScript(app: FastifyInstance, { script, evidence }: Pick<Ways, 'script' | 'evidence'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const isAnswered = !script.isAway && !script.isMute;
    const { method, url: path } = request;
    evidence.note(`▶ ${method} ${path}${headersText(request)}`, { kind: 'request', method, path, isAnswered });
    if (script.isAway) request.raw.socket.destroy();
    const isPoll = path === PATHS.controllerSchedule;
    if (!isAnswered || (isPoll && script.isScheduleKept)) {
      await untilClosed(request);
      return reply.hijack();
    }
    return isPoll ? answerPoll(request, reply, script) : undefined;
  });
  app.addHook('onResponse', (request, reply, done) => {
    evidence.note(`◀ ${reply.statusCode} to ${request.method} ${request.url}`, { kind: 'packet' });
    done();
  });
}

function answerPoll(request: FastifyRequest, reply: FastifyReply, script: GatewayScript): FastifyReply | undefined {
  const { refusal } = script;
  if (script.isRepeated) {
    script.isRepeated = false;
    delete request.headers['if-none-match'];
  }
  if (refusal === undefined) return undefined;
  script.refusal = undefined;
  return reply.code(refusal.status).header('Retry-After', String(refusal.retryAfterSeconds)).send();
}

function headersText({ headers }: FastifyRequest): string {
  const known = headers['if-none-match'] === undefined ? '' : ` If-None-Match: ${headers['if-none-match']}`;
  const waits = headers['prefer'] === undefined ? '' : ` Prefer: ${[headers['prefer']].flat().join(', ')}`;
  return known + waits;
}

function untilClosed(request: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    request.raw.socket.once('close', () => resolve());
    if (request.raw.socket.destroyed) resolve();
  });
}
