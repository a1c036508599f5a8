import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createNameLookup } from '../../platform/addresses/create-name-lookup.ts';
import { askOutside } from './ask-outside.ts';

const lookUp = createNameLookup();
const HINT = 'HTTP/1.1 103 Early Hints\r\n\r\n';
const HEAD_OF_16_KIB = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(16_384)}\r\n\r\n`;
// RFC 5288 and 5246: the numbers of suites whose key exchange is over a group that the server chooses.
const CHOSEN_GROUPS = [0x00_33, 0x00_39, 0x00_67, 0x00_6b, 0x00_9e, 0x00_9f, 0xcc_aa];

describe('a request to somebody else', () => {
  let server: Server;
  afterEach(() => server.close());

  async function ask(answer: (socket: Socket, said: Buffer) => void, { scheme = 'http', withinMs = 5_000 } = {}) {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (said) => answer(socket, said));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    return askOutside(url, { headers: {}, lookUp, signal: AbortSignal.timeout(withinMs) });
  }

  it('has the head of an answer before its body came', async () => {
    const response = await ask((socket) => socket.write('HTTP/1.1 202 Taken\r\nContent-Length: 9\r\n\r\n'));
    expect(response.statusCode).toBe(202);
    response.destroy();
  });

  it('takes a few interim answers', async () => {
    const response = await ask((socket) => socket.end(`${HINT.repeat(8)}HTTP/1.1 204 Done\r\n\r\n`));
    expect(response.statusCode).toBe(204);
  });

  it.each([
    ['interim answers without end', HINT.repeat(9), 'too many interim answers'],
    ['a head of more than 16 KiB', HEAD_OF_16_KIB, 'Header overflow'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', 'another protocol'],
  ])('gives up at %s', async (_title, said, reason) => {
    await expect(ask((socket) => socket.write(said))).rejects.toThrow(reason);
  });

  it('gives up in time when the head comes a byte at a time', async () => {
    const closed = Promise.withResolvers<void>();
    const asked = ask(
      (socket) => {
        const timer = setInterval(() => socket.write('x'), 10);
        socket.write('HTTP/1.1 200 ');
        socket.on('close', () => {
          clearInterval(timer);
          closed.resolve();
        });
      },
      { withinMs: 200 },
    );
    await expect(asked).rejects.toThrow('aborted');
    await closed.promise;
  });

  it('offers no key exchange over a group that the other end chooses, however large', async () => {
    let hello: Buffer = Buffer.alloc(0);
    const asked = ask(
      (socket, said) => {
        hello = said;
        socket.destroy();
      },
      { scheme: 'https' },
    );
    await expect(asked).rejects.toThrow('before secure TLS connection was established');
    const suites = suitesOf(hello);
    expect(suites.length).toBeGreaterThan(3);
    expect(suites.filter((suite) => CHOSEN_GROUPS.includes(suite))).toEqual([]);
  });
});

/** RFC 5246 §7.4.1.2, behind the headers of the record and of the message. */
function suitesOf(hello: Buffer): number[] {
  const session = 5 + 4 + 2 + 32;
  const start = session + 1 + hello.readUInt8(session);
  const count = hello.readUInt16BE(start) / 2;
  return Array.from({ length: count }, (_, index) => hello.readUInt16BE(start + 2 + 2 * index));
}
