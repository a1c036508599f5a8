import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ifThere } from '../../testing/unless.ts';
import { acceptTogether, sharedAddress } from './accept-together.ts';

const COME = 64;
const onLinux = ifThere(process.platform === 'linux', 'Linux');

async function open(take: (socket: Socket) => void): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(take).listen(sharedAddress('127.0.0.1', 0));
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

// One listener took one connection in each turn: behind 600 of a stranger, a client waited for 600 turns.
it('takes several connections in one turn of the event loop', onLinux, async () => {
  const taken: Socket[] = [];
  const { server, port } = await open((socket) => taken.push(socket));
  const others = await acceptTogether(server, {});
  const clients = Array.from({ length: COME }, () => connect(port, '127.0.0.1'));
  let turns = 0;
  for (; taken.length < COME; turns += 1) await new Promise(setImmediate);
  expect(turns).toBeLessThan(COME * 0.75);
  for (const client of clients) client.destroy();
  server.close();
  await others.close();
});

it('ends when the connections that it accepted are closed', async () => {
  const taken: Socket[] = [];
  const { server, port } = await open((socket) => taken.push(socket));
  const others = await acceptTogether(server, {});
  const clients = Array.from({ length: COME }, () => connect(port, '127.0.0.1'));
  await expect.poll(() => taken.length).toBe(COME);
  let isClosed = false;
  server.close();
  const closed = Promise.all([once(server, 'close'), others.close()]).then(() => (isClosed = true));
  const [last, ...rest] = clients;
  await Promise.all(rest.map((client) => once(client.end(), 'close')));
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  expect(isClosed).toBe(false);
  last?.end();
  await closed;
});
