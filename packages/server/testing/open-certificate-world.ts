import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { PATHS } from '@setpoint/contract';
import { type CertificateDemand, clientAuthority } from '../src/door/tls-options.ts';
import { createRateLimit, type RateLimit } from '../src/limits/rate-limit.ts';
import type { Refused } from '../src/platform/refusal-record.ts';
import { changeControllerKey } from '../src/registry/keys/change-controller-key.ts';
import { makeAuthority } from './make-authority.ts';
import { makeCertificate } from './make-certificate.ts';
import { connectPacket, startTestGateway, type TestSite } from './start-test-gateway.ts';

export type TlsBinding = 'MQTTS' | 'HTTPS';

export type CertificateWorld = Awaited<ReturnType<typeof openCertificateWorld>>;

const HOUR_MS = 3_600_000;

/** For tests: the gateway by both bindings over TLS, which asks for certificates of an authority. */
export async function openCertificateWorld(demand: CertificateDemand) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const day = { from: now() - HOUR_MS, until: now() + 24 * HOUR_MS };
  const authority = makeAuthority({ name: 'controllers', ...day });
  const revoked = authority.issue({ name: 'revoked', ...day });
  const clients = clientAuthority(authority.cert + authority.revoke([revoked.serial], day));
  const server = makeCertificate(now());
  const certificate = { ...server, clients: demand === 'off' ? undefined : clients };
  const refused: Refused[] = [];
  const refusals = { note: (one: Refused) => void refused.push(one) };
  const failed: string[] = [];
  const failures = counting(failed, now);
  const gateway = await startTestGateway({ now, certificate, demand, refusals, failures });
  gateway.https.get('/', () => 'for browsers');
  const ports = { HTTPS: await gateway.listenHttps(), MQTTS: gateway.mqtt.encryptedPort ?? 0 };
  const sockets: TLSSocket[] = [];

  async function bind({ siteId, keyId }: TestSite, ...thumbprints: readonly string[]): Promise<void> {
    await gateway.store.write(changeControllerKey, { siteId, keyId, thumbprints });
    gateway.signals.send(siteId, 'keys');
  }
  return {
    authority,
    revoked,
    day,
    clock,
    refused,
    /** From where each login came that failed. */
    failed,
    openTcp: gateway.openTcp,
    bind,
    /** A certificate that is good. */
    issue: (name = 'controller') => authority.issue({ name, ...day }),
    /** A connection, once its handshake is over. */
    async connect(binding: TlsBinding, options: ConnectionOptions = {}): Promise<TLSSocket> {
      const socket = connect({ host: '127.0.0.1', port: ports[binding], ca: server.cert, ...options });
      sockets.push(socket);
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      return socket;
    },
    async addSite(...thumbprints: readonly string[]): Promise<TestSite> {
      const site = await gateway.addSite();
      if (thumbprints.length > 0) await bind(site, ...thumbprints);
      return site;
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await gateway.stop();
    },
  };
}

function counting(failed: string[], now: () => number): RateLimit {
  const limit = createRateLimit({ perMinute: 1_000, now });
  return {
    ...limit,
    take(address, count) {
      failed.push(address);
      return limit.take(address, count);
    },
  };
}

/** For tests: what a service says to a controller that signs in on a connection, by its first answer. */
export async function signIn(socket: NodeJS.ReadWriteStream, binding: TlsBinding, site: TestSite): Promise<string> {
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')]).then(([bytes]) => bytes as unknown);
  if (binding === 'HTTPS') {
    const lines = [`GET ${PATHS.controllerSchedule} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${site.key}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return said(await answer, (bytes) => bytes.toString('latin1').split(' ')[1]);
  }
  socket.write(connectPacket(site));
  return said(await answer, (bytes) => String(bytes[3]));
}

const WORDS: Readonly<Record<string, string>> = { 0: 'let in', 4: 'refused', 200: 'let in', 401: 'refused' };

function said(answer: unknown, codeOf: (bytes: Buffer) => string | undefined): string {
  if (!Buffer.isBuffer(answer)) return 'cut off';
  const code = codeOf(answer) ?? 'nothing';
  return WORDS[code] ?? code;
}
