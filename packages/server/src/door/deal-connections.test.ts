import { once } from 'node:events';
import { type AddressInfo, connect as connectPlain, createServer as createPlainServer, type Socket } from 'node:net';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { dealConnections } from './deal-connections.ts';

const CROWD = 120;

async function openDoor(withinMs = 60_000) {
  let begun = 0;
  /** The addresses of those that encrypt, in order. */
  const taken: string[] = [];
  const server = createServer(await makeCertificate(Date.now()), (socket) => {
    taken.push(socket.remoteAddress ?? '');
    socket.on('error', () => undefined).pipe(socket);
  });
  server.prependListener('connection', () => void (begun += 1));
  const dealer = dealConnections(server, withinMs);
  onTestFinished(() => {
    dealer.end();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, taken, begun: () => begun, end: () => dealer.end() };
}

/** Takes connections and does nothing with them. */
async function holdBack() {
  const held: Socket[] = [];
  const server = createPlainServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, held };
}

function come(port: number, localAddress: string): TLSSocket {
  const socket = connect({
    socket: connectPlain({ port, host: '127.0.0.1', localAddress }),
    rejectUnauthorized: false,
  });
  onTestFinished(() => void socket.destroy());
  return socket.on('error', () => undefined);
}

async function stand(port: number): Promise<Socket> {
  const socket = connectPlain(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

it('lets in whoever comes from elsewhere before a crowd that came first', async () => {
  const { server, taken } = await openDoor();
  const { port, held } = await holdBack();
  const crowd = Array.from({ length: CROWD }, () => come(port, '127.0.0.2'));
  const alone = come(port, '127.0.0.3');
  await expect.poll(() => held.length).toBe(CROWD + 1);
  held.sort((a, b) => String(a.remoteAddress).localeCompare(String(b.remoteAddress)));
  for (const socket of held) server.emit('connection', socket);
  await Promise.all([...crowd, alone].map((socket) => once(socket, 'secureConnect')));
  await expect.poll(() => taken.length).toBe(CROWD + 1);
  expect(taken.indexOf('127.0.0.3')).toBeLessThan(10);
});

it('begins nothing for those who say nothing, and closes them', async () => {
  const { port, begun } = await openDoor(100);
  const sockets = await Promise.all(Array.from({ length: 20 }, () => stand(port)));
  await Promise.all(sockets.map((socket) => once(socket, 'close')));
  expect(begun()).toBe(0);
});

it('closes a connection that ends before its first byte', async () => {
  const { port, begun } = await openDoor();
  const socket = await stand(port);
  socket.end();
  await once(socket, 'close');
  expect(begun()).toBe(0);
});

it('outlives those who reset their connection while they wait', async () => {
  const { port, taken } = await openDoor();
  for (let count = 0; count < 20; count += 1) {
    const socket = await stand(port);
    socket.write(Buffer.from([0x16, 3, 1]));
    socket.resetAndDestroy();
  }
  await once(come(port, '127.0.0.3'), 'secureConnect');
  await expect.poll(() => taken).toEqual(['127.0.0.3']);
});

it('ends those who wait when it is told to', async () => {
  const { port, end } = await openDoor();
  const socket = await stand(port);
  // The other side knows of it once it has answered someone who came later.
  await once(come(port, '127.0.0.3'), 'secureConnect');
  end();
  await once(socket, 'close');
});
