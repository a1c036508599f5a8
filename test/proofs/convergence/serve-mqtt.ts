import type { AuthenticateController } from '@setpoint/server/testing/rooms/identity';
import { createMqttConnection, createOrderWriter, type MqttConnection } from '@setpoint/server/testing/rooms/gateway';
import type { MqttPeer } from '@setpoint/server/testing/rooms/gateway';
import type { Connections } from '@setpoint/server/testing/rooms/gateway';
import type { Budget } from '@setpoint/server/testing/rooms/identity';
import type { Snapshots } from '@setpoint/server/testing/rooms/gateway';
import type { ReportAccepting } from '@setpoint/server/testing/rooms/gateway';
import type { Message, WireEnd } from './open-wire.ts';

export interface MqttServing extends ReportAccepting {
  readonly snapshots: Snapshots;
  readonly budget: Pick<Budget, 'report'>;
  readonly authenticateController: AuthenticateController;
  readonly connections: Connections;
  readonly isCongested: () => boolean;
  readonly onFailure: (cause: unknown) => void;
}

const MORE_THAN_FITS = 2 * 1024 * 1024;

// The time of these worlds is no clock's.
const NO_WAIT = { join: () => Promise.resolve() };

/** What MQTT itself does between a wire and the handlers: one packet after the other. */
export function serveMqtt(wire: WireEnd, serving: MqttServing): void {
  const peer = peerOf(wire, serving.isCongested);
  const writeOrder = createOrderWriter();
  let connection: MqttConnection | undefined;

  async function connect(key: string): Promise<void> {
    if (connection !== undefined) return;
    const found = await serving.authenticateController(key);
    if (found.kind !== 'controller' || !wire.isOpen()) return wire.close();
    const { controller } = found;
    connection = createMqttConnection({ ...serving, gathering: NO_WAIT, writeOrder, client: peer, controller });
    serving.connections.add(connection, peer);
    wire.send({ kind: 'connack' });
    serving.connections.begin(peer);
  }

  async function publish({ id, topic, payload }: Message): Promise<void> {
    const bytes = Buffer.from(String(payload));
    const packet = { cmd: 'publish', topic: String(topic), payload: bytes, qos: 1, dup: false, retain: false } as const;
    const refused = connection === undefined ? 'not connected' : await connection.inbox.publish(packet);
    if (refused === undefined) wire.send({ kind: 'puback', id });
    else wire.close();
  }

  async function take(message: Message): Promise<void> {
    if (message.kind === 'connect') return connect(String(message['key']));
    if (message.kind === 'publish') return publish(message);
    if (message.kind === 'ping') return wire.send({ kind: 'pong' });
    connection?.subscribed([String(message['topic'])]);
    wire.send({ kind: 'suback', topic: message['topic'] });
  }

  let before: Promise<void> = Promise.resolve();
  wire.onMessage((message) => {
    before = before.then(() => take(message)).catch(serving.onFailure);
  });
}

function peerOf(wire: WireEnd, isCongested: () => boolean): MqttPeer {
  const conn = {
    once: (_event: 'close', act: () => void) => wire.onClose(act),
    destroy: () => wire.close(),
    get writableLength() {
      return isCongested() ? MORE_THAN_FITS : 0;
    },
  };
  const publish: MqttPeer['publish'] = ({ topic, payload }) =>
    wire.send({ kind: 'publish', topic, payload: String(payload) });
  return peerFrom({ conn, publish });
}

// The handlers need no more of a connection than this.
function peerFrom(peer: object): MqttPeer {
  return peer as MqttPeer;
}
