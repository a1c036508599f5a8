import { Buffer } from 'node:buffer';
import type { Client } from 'aedes';
import type { MqttPeer } from './mqtt-peer.ts';

const PUBLISH = 0x30;
const SEVEN_BITS = 0x80;
const LENGTH_BYTES = 2;

/**
 * A connection to which what nobody acknowledges is written as one piece: a signal is a thousand small packets, and what
 * each of them costs is the delay of the last.
 */
export function writePlainly(client: Client): MqttPeer {
  const { conn } = client;
  let topic: TopicBytes = { text: '', bytes: topicBytes('') };
  return {
    conn,
    publish(packet, done) {
      if (packet.qos !== 0 || packet.retain) return client.publish(packet, done);
      if (topic.text !== packet.topic) topic = { text: packet.topic, bytes: topicBytes(packet.topic) };
      if (conn.writable) conn.write(packetOf(topic.bytes, packet.payload));
      done?.();
    },
  };
}

/** The topic of most packets of a connection is the one of its orders. */
interface TopicBytes {
  readonly text: string;
  readonly bytes: Buffer;
}

// MQTT 3.1.1 §1.5.3: its length is ahead of it.
function topicBytes(topic: string): Buffer {
  const text = Buffer.from(topic);
  const bytes = Buffer.alloc(LENGTH_BYTES + text.length);
  bytes.writeUInt16BE(text.length);
  bytes.set(text, LENGTH_BYTES);
  return bytes;
}

// §3.3
function packetOf(topic: Buffer, payload: string | Buffer): Buffer {
  const body = topic.length + Buffer.byteLength(payload);
  const length = remainingLength(body);
  const bytes = Buffer.allocUnsafe(1 + length.length + body);
  bytes.set([PUBLISH, ...length]);
  bytes.set(topic, 1 + length.length);
  const at = 1 + length.length + topic.length;
  if (typeof payload === 'string') bytes.write(payload, at);
  else bytes.set(payload, at);
  return bytes;
}

// §2.2.3: seven bits each, the lowest first.
function remainingLength(bytes: number): number[] {
  const low = bytes % SEVEN_BITS;
  const rest = Math.floor(bytes / SEVEN_BITS);
  return rest === 0 ? [low] : [low + SEVEN_BITS, ...remainingLength(rest)];
}
