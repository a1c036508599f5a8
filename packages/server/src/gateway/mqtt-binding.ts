import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { parseSiteId } from '@setpoint/contract';
import type { AedesOptions, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { AuthenticateController, Controller } from '../identity/authenticate-controller.ts';
import { createMqttConnection } from './mqtt-connection.ts';
import { type Connections, createConnections } from './connections.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';
import type { Admission } from '../platform/admission.ts';
import type { RefusalRecord } from '../platform/refusal-record.ts';
import { guardPackets, type PacketGuard, type PacketLimits } from './packet-guard.ts';
import type { Budget } from '../identity/budget.ts';
import type { SiteTroubles } from './site-troubles.ts';
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
  readonly refusals?: Pick<RefusalRecord, 'note'>;
  /** Where what goes wrong is kept on the site itself. */
  readonly troubles?: SiteTroubles;
  readonly onFailure: (cause: unknown) => void;
  readonly times?: MqttTimes;
}

/** How long a connection may be silent, in milliseconds. */
interface MqttTimes {
  /** Until its first packet is whole. */
  readonly connect: number;
  /** Afterwards, whatever keepalive it asks for. */
  readonly silence: number;
}

/** The controller protocol over MQTT, for sockets that somebody else accepts. */
export interface MqttGateway {
  take(socket: Socket, admission?: Pick<Admission, 'proved'>): void;
  close(): Promise<void>;
}

const LIMITS: PacketLimits = { firstBytes: 8 * 1024, bytes: MAX_REPORT_BYTES };
const MQTT_TIMES: MqttTimes = { connect: 10_000, silence: 45_000 };
const TOPIC_LEVELS = 5;
const UUID_LENGTH = 36;
// MQTT 3.1.1 §3.2.2.3
const BAD_CREDENTIALS = 4;
const MQTT_3_1 = 3;
const MQTT_3_1_1 = 4;
const MQTT_5 = 5;
// MQTT 3.1.1 §3.1.2.10: one and a half times as long as the keepalive, which is in seconds.
const MS_OF_KEEPALIVE = 1_500;

export async function openMqttGateway(binding: MqttBinding): Promise<MqttGateway> {
  const { times = MQTT_TIMES, refusals } = binding;
  const doors = new WeakMap<Client['conn'], MqttDoorway>();
  const connections = createConnections(binding);
  const endpoint = await MqttEndpoint.open({
    connectTimeout: times.connect,
    maxTopicLevels: TOPIC_LEVELS,
    maxClientsIdLength: UUID_LENGTH,
    preConnect: preparing(times, (client) => refusals?.note({ kind: 'mqtt_version', address: addressOf(client) })),
    ...permissions(binding, {
      connections,
      addressOf,
      onAuthenticated({ conn }, { keyId }) {
        const door = doors.get(conn);
        door?.guard.open();
        door?.admission?.proved(door.socket, `key ${keyId}`);
      },
    }),
  });
  function addressOf({ conn }: Client): string {
    return doors.get(conn)?.address ?? 'unknown';
  }
  // What went wrong on our side; a connection that is merely cut says so in other ways.
  endpoint.on('clientError', (_client, cause) => {
    if (cause instanceof StoreFailure) binding.onFailure(cause);
  });
  endpoint.on('client', (client) => connections.begin(client));
  endpoint.on('subscribe', (granted, client) => connections.of(client)?.subscribed(granted.map(({ topic }) => topic)));
  endpoint.on('unsubscribe', (topics, client) => connections.of(client)?.unsubscribed(topics));
  return {
    take(socket, admission) {
      const { remoteAddress: address = 'unknown' } = socket;
      doors.set(socket, { socket, address, guard: guardPackets(socket, LIMITS), admission });
      endpoint.handle(socket);
    },
    async close() {
      connections.stop();
      await new Promise<void>((resolve) => endpoint.close(resolve));
    },
  };
}

interface MqttDoorway {
  readonly socket: Socket;
  /** Known also when it is closed. */
  readonly address: string;
  readonly guard: PacketGuard;
  readonly admission: Pick<Admission, 'proved'> | undefined;
}

function preparing(
  { silence }: MqttTimes,
  onOtherVersion: (client: Client) => void,
): Required<AedesOptions>['preConnect'] {
  const longestKeepalive = silence / MS_OF_KEEPALIVE;
  return (client, packet, done) => {
    if (packet.protocolVersion !== MQTT_3_1_1) onOtherVersion(client);
    // A controller's last words are its report, and what it missed is in the next snapshot.
    delete packet.will;
    packet.clean = true;
    packet.clientId = packet.clientId.toLowerCase();
    // None, or a long one, would let a connection stay that nobody is behind any more.
    packet.keepalive = Math.min(packet.keepalive || longestKeepalive, longestKeepalive);
    // MQTT 3.1 cannot say that a subscription is refused; it gets the answer that MQTT 5 gets.
    if (packet.protocolVersion === MQTT_3_1) packet.protocolVersion = MQTT_5;
    done(null, true);
  };
}

type Permissions = Required<Pick<AedesOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>>;

interface Permitting {
  readonly connections: Connections;
  readonly addressOf: (client: Client) => string;
  readonly onAuthenticated: (client: Client, controller: Controller) => void;
}

function permissions(binding: MqttBinding, { connections, addressOf, onAuthenticated }: Permitting): Permissions {
  const { failures, refusals, troubles } = binding;

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
      if (!isRefusal(cause)) client.conn.destroy();
      else refuseLogin(client, username, cause);
      throw cause;
    });
    if (client.closed) throw refusal('the connection closed');
    connections.add(createMqttConnection({ ...binding, client, controller }), client);
    onAuthenticated(client, controller);
    return true;
  }

  // A caller that tries too often gets no answer.
  function refuseLogin(client: Client, username: string | undefined, cause: Error): void {
    const address = addressOf(client);
    const claimed = parseSiteId(username ?? '');
    refusals?.note({ kind: 'mqtt_login', address, details: { claimed } });
    if (failures?.take(address) === false) client.conn.destroy();
    else if (claimed !== undefined) troubles?.refusedLogin(claimed, cause.message);
  }

  function refuseSubscription(client: Client, topic: string): void {
    const { siteId: site, keyId: key } = connections.of(client)?.controller ?? {};
    refusals?.note({ kind: 'mqtt_subscription', address: addressOf(client), details: { site, key } });
    if (site !== undefined) troubles?.refusedSubscription(site, topic);
  }

  // Acknowledged once this is done: the report is durable by then.
  async function publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const connection = client === null ? undefined : connections.of(client);
    const refused = connection === undefined ? 'not connected' : await connection.inbox.publish(packet);
    if (refused !== undefined) throw new Error(refused);
  }

  return {
    authenticate: callbackify(authenticate) as Permissions['authenticate'],
    authorizePublish: callbackify(publish),
    authorizeSubscribe(client, subscription, done) {
      const connection = connections.of(client);
      const isAllowed = connection?.maySubscribe(subscription) === true;
      if (!isAllowed) refuseSubscription(client, subscription.topic);
      done(null, isAllowed ? subscription : null);
    },
  };
}

function refusal(message: string): AuthenticateError {
  return Object.assign(new Error(message), { returnCode: BAD_CREDENTIALS });
}

function isRefusal(cause: unknown): cause is Error {
  return cause instanceof Error && 'returnCode' in cause;
}
