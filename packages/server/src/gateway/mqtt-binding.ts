import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { parseSiteId } from '@setpoint/contract';
import type { AedesOptions, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { AuthenticateController, Controller } from '../identity/authenticate-controller.ts';
import { createMqttConnection } from './mqtt-connection.ts';
import { type Connections, createConnections } from './connections.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';
import { guardPackets, type PacketGuard, type PacketLimits } from './packet-guard.ts';
import type { Budget } from '../identity/budget.ts';
import type { Snapshots } from './remember-snapshots.ts';
import type { RateLimit } from '../identity/rate-limit.ts';
import { StoreFailure } from '../store/store.ts';
import { MAX_REPORT_BYTES, type ReportTaking } from './take-report.ts';

export interface MqttBinding extends ReportTaking {
  readonly snapshots: Snapshots;
  readonly budget: Pick<Budget, 'report'>;
  readonly authenticateController: AuthenticateController;
  /** Failed logins by address; a good one is never refused for them. */
  readonly failures?: RateLimit;
  readonly onFailure: (cause: unknown) => void;
}

/** The controller protocol over MQTT, for sockets that somebody else accepts. */
export interface MqttGateway {
  take(socket: Socket): void;
  close(): Promise<void>;
}

const LIMITS: PacketLimits = { firstBytes: 8 * 1024, bytes: MAX_REPORT_BYTES };
const CONNECT_WITHIN_MS = 10_000;
const TOPIC_LEVELS = 4;
const UUID_LENGTH = 36;
// MQTT 3.1.1 §3.2.2.3
const BAD_CREDENTIALS = 4;

export async function openMqttGateway(binding: MqttBinding): Promise<MqttGateway> {
  const guards = new WeakMap<Client['conn'], PacketGuard>();
  const connections = createConnections(binding);
  const endpoint = await MqttEndpoint.open({
    connectTimeout: CONNECT_WITHIN_MS,
    maxTopicLevels: TOPIC_LEVELS,
    maxClientsIdLength: UUID_LENGTH,
    ...permissions(binding, connections, (client) => guards.get(client.conn)?.open()),
  });
  // What went wrong on our side; a connection that is merely cut says so in other ways.
  endpoint.on('clientError', (_client, cause) => {
    if (cause instanceof StoreFailure) binding.onFailure(cause);
  });
  endpoint.on('client', (client) => connections.begin(client));
  endpoint.on('subscribe', (granted, client) => connections.of(client)?.subscribed(granted.map(({ topic }) => topic)));
  endpoint.on('unsubscribe', (topics, client) => connections.of(client)?.unsubscribed(topics));
  return {
    take(socket) {
      guards.set(socket, guardPackets(socket, LIMITS));
      endpoint.handle(socket);
    },
    async close() {
      connections.stop();
      await new Promise<void>((resolve) => endpoint.close(resolve));
    },
  };
}

type Permissions = Required<
  Pick<AedesOptions, 'preConnect' | 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>;

function permissions(
  binding: MqttBinding,
  connections: Connections,
  onAuthenticated: (client: Client) => void,
): Permissions {
  async function identify(client: Client, username: string | undefined, password: Buffer | undefined) {
    const siteId = parseSiteId(username ?? '');
    if (siteId === undefined || client.id !== siteId) throw refusal('user name and client id must be the site id');
    const controller = await binding.authenticateController(password?.toString() ?? '');
    if (controller?.siteId !== siteId) throw refusal('this is not a valid key of the site');
    return controller;
  }

  async function authenticate(client: Client, username: string | undefined, password: Buffer | undefined) {
    const controller: Controller = await identify(client, username, password).catch((cause: unknown) => {
      // Told that it may not, a controller may never try again: where the store failed, it is told nothing.
      // A caller that tries too often gets no answer.
      if (!isRefusal(cause) || binding.failures?.take(addressOf(client)) === false) client.conn.destroy();
      throw cause;
    });
    if (client.closed) throw refusal('the connection closed');
    connections.add(createMqttConnection({ ...binding, client, controller }), client);
    onAuthenticated(client);
    return true;
  }

  // Acknowledged once this is done: the report is durable by then.
  async function publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const connection = client === null ? undefined : connections.of(client);
    const refused = connection === undefined ? 'not connected' : await connection.inbox.publish(packet);
    if (refused !== undefined) throw new Error(refused);
  }

  return {
    preConnect(_client, packet, done) {
      // A controller's last words are its report, and what it missed is in the next snapshot.
      delete packet.will;
      packet.clean = true;
      packet.clientId = packet.clientId.toLowerCase();
      done(null, true);
    },
    authenticate: callbackify(authenticate) as Permissions['authenticate'],
    authorizePublish: callbackify(publish),
    authorizeSubscribe(client, subscription, done) {
      done(null, connections.of(client)?.maySubscribe(subscription) === true ? subscription : null);
    },
  };
}

function refusal(message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode: BAD_CREDENTIALS });
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'returnCode' in cause;
}

function addressOf({ conn }: Client): string {
  return ('remoteAddress' in conn && typeof conn.remoteAddress === 'string' && conn.remoteAddress) || 'unknown';
}
