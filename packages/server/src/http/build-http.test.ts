import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { makeCertificate } from '../../../../test/harness/make-certificate.ts';
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

it('closes a connection that says nothing in place of a handshake', async () => {
  const app = buildHttp({ ...PLAIN, tls: makeCertificate(Date.now()), handshakeTimeoutMs: 100 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const silent = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(silent, 'close');
  await app.close();
});
