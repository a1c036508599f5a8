import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/make-certificate.ts';
import { buildHttp } from './build-http.ts';

const PLAIN = { logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined };

// Fastify once replaced the limit by its own, none: a body that came a byte at a time was never given up.
it('has its limits of time in force on the server that listens', () => {
  expect(buildHttp(PLAIN).server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
  });
});

it.each([
  ['with a certificate', { tls: await makeCertificate(Date.now()) }, 'max-age=31536000'],
  ['behind a proxy that speaks https', { isHttps: true }, 'max-age=31536000'],
  ['in the clear', {}, undefined],
])('%s it tells browsers to stay with https: %s', async (_how, options, expected) => {
  const app = buildHttp({ ...PLAIN, ...options });
  for (const url of ['/', '/%']) {
    expect((await app.inject({ url })).headers['strict-transport-security']).toBe(expected);
  }
  await app.close();
});

// What was under way was once cut off with the connections that nobody had used.
it.each([
  ['that came before it drains', 'begun'],
  ['that came while it drains', 'draining'],
] as const)('an answer %s is given while it closes, and ends its connection', async (_when, asksWhile) => {
  let stage: 'begun' | 'draining' = 'begun';
  const shutdown = { isDraining: () => stage === 'draining', isStopping: () => false };
  const app = buildHttp({ ...PLAIN, shutdown });
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  app.get('/', async () => {
    asked.resolve();
    await released.promise;
    return { done: true };
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  await once(unused, 'connect');
  stage = asksWhile;
  const answered = once(get(url, { agent }), 'response');
  await asked.promise;
  stage = 'draining';
  const isClosed = app.close();
  // One that never carried a request keeps nobody waiting.
  await once(unused, 'close');
  released.resolve();
  const [answer] = (await answered) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');
  answer.resume();
  await isClosed;
  agent.destroy();
});
