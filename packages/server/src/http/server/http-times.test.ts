import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics } from '../../platform/figures/metrics.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { makeCertificate } from '../../../testing/make-certificate.ts';
import { buildHttp } from './build-http.ts';
import { beginOperations } from '../operations-port/begin-operations.ts';
import { createOperations } from '../operations-port/create-operations.ts';
import type { HttpTimes } from './http-times.ts';

const SHORT: HttpTimes = {
  handshake: 100,
  headers: 100,
  request: 200,
  betweenRequests: 100,
  silence: 300,
  checkedEvery: 20,
};
const BIG = Buffer.alloc(64 * 1024 * 1024);

const plain = { logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined };
const app = await ofTests(buildHttp({ ...plain, times: SHORT }));
app.get('/big', (_request, reply) => reply.send(BIG));
await app.listen({ host: '127.0.0.1', port: 0 });
const observed = { metrics: createMetrics(), shutdown: { isDraining: () => false }, onFailure: () => undefined };
const patience = { times: SHORT, stillAfterMs: 60_000, answerWithinMs: 1_000 };
const operations = await ofTests(createOperations(observed, beginOperations(), patience));
const ports = {
  http: (app.server.address() as AddressInfo).port,
  operations: await operations.listen({ host: '127.0.0.1', port: 0, names: [] }),
};

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Writes something at once, and something else again and again. */
function say(socket: Socket, [first, more]: readonly [string, string]): void {
  socket.resume().write(first);
  const timer = more === '' ? undefined : setInterval(() => socket.write(more), 10);
  socket.once('close', () => clearInterval(timer));
}

describe.each(['http', 'operations'] as const)('the %s port closes a connection', (name) => {
  it.each([
    ['that says nothing', '', ''],
    ['whose first header comes a byte at a time', 'GET /livez HTTP/1.1\r\nX-', 'a'],
    ['whose headers never end', 'GET /livez HTTP/1.1\r\nHost: a\r\n', 'A: b\r\n'],
    [
      'whose body comes a byte at a time, answered or not',
      'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n',
      'a',
    ],
    ['that asks once and stays', 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n', ''],
  ])('%s', async (_what, first, more) => {
    const socket = await open(ports[name]);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    say(socket, [first, more]);
    await closed;
  });
});

it('the http port closes a connection whose reader reads nothing of its answer', async () => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const reader = await open(ports.http);
  const [near] = await accepted;
  reader.pause().write('GET /big HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(near, 'close');
  expect(reader.bytesRead).toBeLessThan(BIG.length);
});

const LONG: HttpTimes = {
  handshake: 60_000,
  headers: 60_000,
  request: 60_000,
  betweenRequests: 60_000,
  silence: 60_000,
  checkedEvery: 20,
};

async function openWith(times: HttpTimes, said: Parameters<typeof say>[1], isEncrypted = false): Promise<Socket> {
  const one = buildHttp({ ...plain, tls: isEncrypted ? await makeCertificate(Date.now()) : undefined, times });
  onTestFinished(() => one.close());
  one.get('/livez', () => 'alive');
  await one.listen({ host: '127.0.0.1', port: 0 });
  const socket = await open((one.server.address() as AddressInfo).port);
  say(socket, said);
  return socket;
}

it.each<[string, Partial<HttpTimes>, string, string, boolean?]>([
  ['a first byte', { handshake: 100 }, '', ''],
  // The first byte of a record of TLS.
  ['a handshake', { handshake: 100 }, '\x16', '', true],
  ['headers', { headers: 100 }, 'GET /livez HTTP/1.1\r\nHost: a\r\n', 'A: b\r\n'],
  [
    'a body',
    // Node wants the headers no later than the whole.
    { headers: 100, request: 100 },
    'POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n',
    'a',
  ],
  ['the next request', { betweenRequests: 100 }, 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n', ''],
])('without its own limit, who keeps the port waiting for %s stays', async (_what, limit, first, more, isEncrypted) => {
  const limited = await openWith({ ...LONG, ...limit }, [first, more], isEncrypted);
  const closed = new Promise((resolve) => limited.once('close', resolve));
  const unlimited = await openWith(LONG, [first, more], isEncrypted);
  await closed;
  expect(unlimited.destroyed).toBe(false);
});
