import type { Client } from 'aedes';
import { Duplex } from 'node:stream';
import { type IPublishPacket, parser as createParser } from 'mqtt-packet';
import { expect, it } from 'vitest';
import { writePlainly } from './write-plainly.ts';

const TOPIC = 'sites/v1/00000000-0000-4000-8000-0000000000aa/order';

it.each([0, 1, 60, 72, 73, 74, 127, 128, 16_000, 16_383, 16_384, 70_000])(
  'writes a packet with %i bytes as any reader of MQTT reads it',
  (bytes) => {
    const written: Buffer[] = [];
    const payload = Buffer.alloc(bytes, 'ü');
    const peer = peerTo(written);
    let isDone = false;
    peer.publish(packetWith(payload), () => (isDone = true));
    expect(isDone).toBe(true);
    expect(written).toHaveLength(1);
    const read: IPublishPacket[] = [];
    const parser = createParser({ protocolVersion: 4 });
    parser.on('packet', (packet) => read.push(packet as IPublishPacket));
    parser.parse(Buffer.concat([...written, ...written]));
    expect(read.map(({ topic, qos, retain, dup }) => ({ topic, qos, retain, dup }))).toEqual(
      [1, 2].map(() => ({ topic: TOPIC, qos: 0, retain: false, dup: false })),
    );
    for (const packet of read) expect(payload.equals(Buffer.from(packet.payload))).toBe(true);
  },
);

it('writes nothing to a connection that is closed', () => {
  const written: Buffer[] = [];
  const peer = peerTo(written, (conn) => conn.destroy());
  peer.publish(packetWith(Buffer.from('{}')), () => undefined);
  expect(written).toEqual([]);
});

it('leaves what is acknowledged to the protocol', () => {
  const written: Buffer[] = [];
  const left: unknown[] = [];
  const peer = peerTo(
    written,
    () => undefined,
    (packet) => left.push(packet),
  );
  const packet = { ...packetWith(Buffer.from('{}')), qos: 1 as const };
  peer.publish(packet, () => undefined);
  expect([written, left]).toEqual([[], [packet]]);
});

function packetWith(payload: Buffer) {
  return { cmd: 'publish', topic: TOPIC, payload, qos: 0, dup: false, retain: false } as const;
}

function peerTo(
  written: Buffer[],
  prepare: (conn: Duplex) => unknown = () => undefined,
  publish: (packet: unknown) => unknown = () => undefined,
) {
  const conn = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  prepare(conn);
  return writePlainly({ conn, publish } as unknown as Client);
}
