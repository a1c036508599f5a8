import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPE = { a: 1, aaaa: 28 };
const NO_SUCH_NAME = 3;
const HEAD_BYTES = 12;

/**
 * A name server of its own over UDP, which knows a few names, and says nothing at all when it is asked for another. A
 * name without addresses does not exist; one that ends in `.four` has no server for its IPv6 addresses.
 */
export async function startNameServer(names: Readonly<Record<string, readonly string[]>>) {
  const asked: string[] = [];
  const socket = createSocket('udp4', (query, from) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const known = names[name];
    if (known === undefined || (name.endsWith('.four') && type === TYPE.aaaa)) return;
    const addresses = known.filter((address) => (isIPv4(address) ? TYPE.a : TYPE.aaaa) === type);
    const head = Buffer.alloc(HEAD_BYTES);
    query.copy(head, 0, 0, 2);
    // RFC 1035 §4.1.1: an answer, as asked for, from one that can ask others.
    head.writeUInt16BE(0x81_80 | (known.length === 0 ? NO_SUCH_NAME : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const answers = addresses.map((address) => answerOf(type, address));
    socket.send(Buffer.concat([head, query.subarray(HEAD_BYTES, end), ...answers]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => void socket.close(),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerOf(type: number, address: string): Buffer {
  const bytes = bytesOf(address);
  const head = Buffer.alloc(HEAD_BYTES);
  // The name is the one at the beginning of the question.
  head.writeUInt16BE(0xc0_0c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

/** IPv6 addresses are written with all their groups here. */
function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  return Buffer.from(
    address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]),
  );
}
