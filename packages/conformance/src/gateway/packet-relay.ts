import { connect, type Socket } from 'node:net';
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import type { Evidence } from '../evidence.ts';

/** The wire between a controller and the gateway, where packets are seen and connections fail as they are told to. */
export interface PacketRelay {
  take(outside: Socket): void;
  cut(): void;
  /** Sends the last PUBLISH of the gateway once more, marked as such. */
  repeatLast(): void;
}

export interface Wire {
  /** Nothing passes, and nothing ends. */
  readonly isMute: () => boolean;
  /** Every connection ends at once. */
  readonly isAway: () => boolean;
}

export function createPacketRelay(gatewayPort: number, evidence: Evidence, wire: Wire): PacketRelay {
  const outsides = new Set<Socket>();
  let last: { readonly outside: Socket; readonly packet: IPublishPacket } | undefined;

  function pass(outside: Socket, inside: Socket): void {
    const up = parser({ protocolVersion: 4 });
    const down = parser({ protocolVersion: 4 });
    up.on('packet', (packet: Packet) => noteUp(packet, evidence));
    down.on('packet', (packet: Packet) => {
      if (packet.cmd === 'publish') last = { outside, packet };
      evidence.note(`◀ ${textOf(packet)}`, { kind: 'packet' });
    });
    // What is no packet is the gateway's to refuse.
    for (const side of [up, down]) side.on('error', () => undefined);
    outside.on('data', (chunk: Buffer) => {
      if (wire.isMute()) return;
      up.parse(chunk);
      inside.write(chunk);
    });
    inside.on('data', (chunk: Buffer) => {
      if (wire.isMute()) return;
      down.parse(chunk);
      outside.write(chunk);
    });
  }

  return {
    take(outside) {
      if (wire.isAway()) {
        evidence.note('a connection is refused', { kind: 'request', method: 'CONNECT', path: '', isAnswered: false });
        outside.resetAndDestroy();
        return;
      }
      const inside = connect(gatewayPort, '127.0.0.1');
      outsides.add(outside);
      for (const socket of [outside, inside]) socket.on('error', () => undefined);
      pass(outside, inside);
      inside.on('close', () => wire.isMute() || outside.destroy());
      outside.on('close', () => {
        outsides.delete(outside);
        inside.destroy();
        evidence.note('the connection ended', { kind: 'gone' });
      });
    },
    cut() {
      for (const outside of outsides) outside.resetAndDestroy();
    },
    repeatLast() {
      if (last === undefined) return;
      evidence.note(`◀ ${textOf(last.packet)}, sent again`, { kind: 'packet' });
      last.outside.write(generate({ ...last.packet, dup: true }));
    },
  };
}

function noteUp(packet: Packet, evidence: Evidence): void {
  const text = `▶ ${textOf(packet)}`;
  if (packet.cmd === 'subscribe') evidence.note(text, { kind: 'subscribe', topics: packet.subscriptions });
  else if (packet.cmd === 'publish') {
    evidence.note(text, { kind: 'publish', qos: packet.qos, retain: packet.retain });
  } else evidence.note(text, { kind: 'packet' });
}

const MOST_CHARACTERS = 400;

function textOf(packet: Packet): string {
  if (packet.cmd === 'publish') {
    const { topic, qos, retain, payload } = packet;
    const flags = retain ? ', retained' : '';
    const text = payload.toString();
    const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length})` : text;
    return `PUBLISH ${topic}, QoS ${qos}${flags}: ${cut}`;
  }
  if (packet.cmd === 'connect') {
    const { clientId, username = '', keepalive = 0 } = packet;
    return `CONNECT client id ${clientId}, user ${username}, keepalive ${keepalive} s`;
  }
  if (packet.cmd === 'connack') return `CONNACK ${packet.returnCode}`;
  if (packet.cmd === 'subscribe') {
    return `SUBSCRIBE ${packet.subscriptions.map(({ topic, qos }) => `${topic}, QoS ${qos}`).join(', ')}`;
  }
  return packet.cmd.toUpperCase();
}
