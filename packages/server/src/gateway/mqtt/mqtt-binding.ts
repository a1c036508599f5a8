import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { parseSiteId } from '@setpoint/contract';
import type { AedesOptions, AuthenticateError, Client, PublishPacket } from 'aedes';
import type { AuthenticateController, Controller } from '../../identity/keys/authenticate-controller.ts';
import type { SignedInClient } from '../../identity/find-signed-in-client.ts';
import { createOrderWriter } from '../snapshots/create-order-writer.ts';
import { createMqttConnection } from './mqtt-connection.ts';
import { gatherOnBeat } from '../../platform/loops/gather-on-beat.ts';
import { type Connections, createConnections } from './connections.ts';
import { writePlainly } from './write-plainly.ts';
import { createLines, LINE_LIMITS, type LineBinding, type Lines, type Login } from './lines.ts';
import { MqttEndpoint } from './mqtt-endpoint.ts';
import type { BodyBytes } from '../../http/read/body-bytes.ts';
import type { Admission } from '../../door/admission.ts';
import { type ShownCertificate, shownCertificate } from '../../door/shown-certificate.ts';
import type { RefusalRecord, Refused } from '../../platform/refusal-record.ts';
import { guardPackets, type PacketBudget, type PacketGuard, type PacketLimits } from './packet-guard.ts';
import type { Budget } from '../../limits/budget.ts';
import type { SiteTroubles } from '../troubles/site-troubles.ts';
import type { Snapshots } from '../snapshots/remember-snapshots.ts';
import { createRateLimit, type RateLimit } from '../../limits/rate-limit.ts';
import { StoreFailure } from '../../store/store.ts';
import { MAX_REPORT_BYTES, type ReportAccepting } from '../reports/accept-report.ts';
import { MQTT_TIMES, type MqttTimes, prepareConnect } from './mqtt-times.ts';

interface LoginRefusal extends AuthenticateError {
  /** Whether the key was good, and the certificate was not. */
  readonly isUnfit: boolean;
}

// MQTT 3.1.1 §3.2.2.3
const BAD_CREDENTIALS = 4;

/** Finds out who connects: a controller, or a client that asks pools; throws a refusal for anybody else. */
function identifyLogin(
  authenticateController: AuthenticateController,
  lines: Pick<Lines, 'find'>,
  shownBy: (client: Client) => ShownCertificate | undefined,
) {
  async function identifyController(client: Client, { username, password }: Login): Promise<Controller> {
    const siteId = parseSiteId(username ?? '');
    if (siteId === undefined || client.id !== siteId) throw refusal('user name and client id must be the site id');
    const found = await authenticateController(password, shownBy(client));
    if (found.kind === 'unfit' && found.siteId === siteId) throw refusal(found.reason, { isUnfit: true });
    if (found.kind === 'controller' && found.controller.siteId === siteId) return found.controller;
    throw refusal('this is not a valid key of the site');
  }
  return async (client: Client, login: Login): Promise<Controller | SignedInClient> =>
    (await lines.find(client, login)) ?? identifyController(client, login);
}

function refusal(message: string, { isUnfit }: Pick<LoginRefusal, 'isUnfit'> = { isUnfit: false }): LoginRefusal {
  return Object.assign(new Error(message), { returnCode: BAD_CREDENTIALS, isUnfit });
}

function isRefusal(cause: unknown): cause is LoginRefusal {
  return cause instanceof Error && 'returnCode' in cause;
}

export interface MqttBinding extends ReportAccepting {
  readonly snapshots: Snapshots;
  readonly budget: Pick<Budget, 'report'>;
  readonly authenticateController: AuthenticateController;
  /** Failed logins by address; a good one is never refused for them. */
  readonly failures: RateLimit;
  readonly refusals?: Pick<RefusalRecord, 'note'>;
  /** Where what goes wrong is kept on the site itself. */
  readonly troubles?: SiteTroubles;
  /** For clients that ask pools; left out, controllers alone are let in. */
  readonly lines?: LineBinding;
  /** How much memory reports may take that are arriving; left out, as much as comes. */
  readonly bodyBytes?: BodyBytes;
  readonly onFailure: (cause: unknown) => void;
  readonly times?: MqttTimes;
}

/** How long a connection may be silent, in milliseconds. */
/** The controller protocol over MQTT, for sockets that somebody else accepts. */
export interface MqttGateway {
  take(socket: Socket, admission?: Pick<Admission, 'proved'>): void;
  close(): Promise<void>;
}

const LIMITS: PacketLimits = { firstBytes: 8 * 1024, bytes: MAX_REPORT_BYTES };
// Pings, subscriptions and acknowledgements of one key or client: a hundred a second are more than any needs.
const PACKETS_PER_MINUTE = 6_000;
const TOPIC_LEVELS = 5;
const UUID_LENGTH = 36;

export async function openMqttGateway(binding: MqttBinding): Promise<MqttGateway> {
  const { times = MQTT_TIMES, refusals } = binding;
  const doors = new WeakMap<Client['conn'], MqttDoorway>();
  const connections = createConnections(binding);
  const lines = createLines(binding.lines, { refusals, addressOf });
  const packets = createRateLimit({ perMinute: PACKETS_PER_MINUTE, now: binding.now });
  const budgetOf = (owner: string, address: string): PacketBudget => ({
    take(count) {
      const isWithin = packets.take(owner, count);
      if (!isWithin) refusals?.note({ kind: 'too_many', address, details: { owner } });
      return isWithin;
    },
    held: binding.bodyBytes?.begin(owner),
  });
  const endpoint = await MqttEndpoint.open({
    connectTimeout: times.connect,
    maxTopicLevels: TOPIC_LEVELS,
    maxClientsIdLength: UUID_LENGTH,
    preConnect: prepareConnect(times, (client) => refusals?.note({ kind: 'mqtt_version', address: addressOf(client) })),
    ...permissions(binding, {
      connections,
      lines,
      addressOf,
      shownBy: ({ conn }) => shownOn(doors.get(conn)),
      onSettled: ({ conn }) => doors.get(conn)?.guard.settled(),
      onAuthenticated({ conn }, who) {
        const door = doors.get(conn);
        const isClient = 'clientId' in who;
        const owner = isClient ? `client ${who.clientId}` : `key ${who.keyId}`;
        door?.guard.open(isClient ? LINE_LIMITS : LIMITS, budgetOf(owner, door.address));
        door?.admission?.proved(door.socket, owner);
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
  const subscriberOf = (client: Client) => connections.of(client) ?? lines.of(client);
  endpoint.on('subscribe', (granted, client) => subscriberOf(client)?.subscribed(granted.map(({ topic }) => topic)));
  endpoint.on('unsubscribe', (topics, client) => subscriberOf(client)?.unsubscribed(topics));
  return {
    take(socket, admission) {
      const { remoteAddress: address = 'unknown' } = socket;
      doors.set(socket, { socket, address, guard: guardPackets(socket, LIMITS), admission });
      endpoint.handle(socket);
    },
    async close() {
      connections.stop();
      lines.stop();
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

type Permissions = Required<Pick<AedesOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>>;

// More reports than these wait for nobody.
const QUIET_AT_ONCE = 64;

interface Permitting {
  readonly connections: Connections;
  readonly lines: Lines;
  readonly addressOf: (client: Client) => string;
  readonly shownBy: (client: Client) => ShownCertificate | undefined;
  readonly onAuthenticated: (client: Client, who: Controller | SignedInClient) => void;
  /** Told when what a connection published is dealt with. */
  readonly onSettled: (client: Client) => void;
}

function permissions(binding: MqttBinding, permitting: Permitting): Permissions {
  const { connections, lines, addressOf, shownBy, onAuthenticated, onSettled } = permitting;
  const { failures, refusals, troubles } = binding;
  const identify = identifyLogin(binding.authenticateController, lines, shownBy);
  const shared = { ...binding, gathering: gatherOnBeat(QUIET_AT_ONCE), writeOrder: createOrderWriter() };

  async function authenticate(client: Client, username: string | undefined, password: Buffer | undefined) {
    const who = await identify(client, { username, password: password?.toString() ?? '' }).catch((cause: unknown) => {
      // Told that it may not, a controller may never try again: where the store failed, it is told nothing.
      if (!isRefusal(cause)) client.conn.destroy();
      else refuseLogin(client, username, cause);
      throw cause;
    });
    if (client.closed) throw refusal('the connection closed');
    if ('clientId' in who) lines.add(client, who);
    else connections.add(createMqttConnection({ ...shared, client: writePlainly(client), controller: who }), client);
    onAuthenticated(client, who);
    return true;
  }

  // A caller that tries too often gets no answer.
  function refuseLogin(client: Client, username: string | undefined, cause: LoginRefusal): void {
    const address = addressOf(client);
    const claimed = parseSiteId(username ?? '');
    refusals?.note({
      kind: 'mqtt_login',
      address,
      details: { claimed, reason: cause.isUnfit ? cause.message : undefined },
    });
    if (!failures.take(address)) client.conn.destroy();
    else if (claimed !== undefined) troubles?.refusedLogin(claimed, cause.message);
  }

  function refuseSubscription(client: Client, topic: string): void {
    const controller = connections.of(client)?.controller;
    const sender = lines.of(client)?.sender ?? (controller && controllerSender(controller));
    refusals?.note({ kind: 'mqtt_subscription', address: addressOf(client), ...sender });
    if (controller !== undefined) troubles?.refusedSubscription(controller.siteId, topic);
  }

  // Acknowledged once this is done: the report, or the signal, is durable by then.
  async function publish(client: Client | null, packet: PublishPacket): Promise<void> {
    const connection = client === null ? undefined : (connections.of(client)?.inbox ?? lines.of(client));
    const refused = connection === undefined ? 'not connected' : await connection.publish(packet);
    if (client !== null) onSettled(client);
    if (refused !== undefined) throw new Error(refused);
  }

  return {
    authenticate: callbackify(authenticate) as Permissions['authenticate'],
    authorizePublish: callbackify(publish),
    authorizeSubscribe(client, subscription, done) {
      const connection = connections.of(client) ?? lines.of(client);
      const isAllowed = connection?.maySubscribe(subscription) === true;
      if (!isAllowed) refuseSubscription(client, subscription.topic);
      done(null, isAllowed ? subscription : null);
    },
  };
}

function controllerSender({ siteId: site, keyId: key }: Controller): Pick<Refused, 'actor' | 'details'> {
  return { actor: { kind: 'controller', id: site }, details: { site, key } };
}

function shownOn(door: MqttDoorway | undefined): ShownCertificate | undefined {
  return door && shownCertificate(door.socket);
}
