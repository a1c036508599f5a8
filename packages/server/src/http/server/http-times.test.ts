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

function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 10);
  socket.once('close', () => clearInterval(timer));
}

describe.each(['http', 'operations'] as const)('the %s port closes a connection', (name) => {
  // What is written at once, and then again and again.
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
    socket.resume().write(first);
    if (more !== '') drip(socket, more);
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
const QUIET = { logger: pino({ level: 'silent' }), trustedProxies: [] };

async function openWith(times: HttpTimes, attack: (socket: Socket) => void, isEncrypted = false): Promise<Socket> {
  const one = buildHttp({ ...QUIET, tls: isEncrypted ? await makeCertificate(Date.now()) : undefined, times });
  onTestFinished(() => one.close());
  one.get('/livez', () => 'alive');
  await one.listen({ host: '127.0.0.1', port: 0 });
  const socket = await open((one.server.address() as AddressInfo).port);
  attack(socket.resume());
  return socket;
}

it.each<[string, Partial<HttpTimes>, (socket: Socket) => void, boolean?]>([
  ['a handshake', { handshake: 100 }, () => undefined, true],
  [
    'headers',
    { headers: 100 },
    (socket) => {
      socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n');
      drip(socket, 'A: b\r\n');
    },
  ],
  [
    'a body',
    // Node wants the headers no later than the whole.
    { headers: 100, request: 100 },
    (socket) => {
      socket.write('POST /livez HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n');
      drip(socket, 'a');
    },
  ],
  [
    'the next request',
    { betweenRequests: 100 },
    (socket) => void socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'),
  ],
  ['anything at all', { silence: 100 }, () => undefined],
])('without its own limit, who keeps the port waiting for %s stays', async (_what, limit, attack, isEncrypted) => {
  const limited = await openWith({ ...LONG, ...limit }, attack, isEncrypted);
  const closed = new Promise((resolve) => limited.once('close', resolve));
  const unlimited = await openWith(LONG, attack, isEncrypted);
  await closed;
  expect(unlimited.destroyed).toBe(false);
});
