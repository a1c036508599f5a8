import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { PATHS, type SiteId } from '@setpoint/contract';
import { generate } from 'mqtt-packet';
import { pino } from 'pino';
import { type CertificateDemand, clientAuthority } from '../src/door/tls-options.ts';
import { gatewayMetrics } from '../src/gateway/gateway-metrics.ts';
import { httpsBinding } from '../src/gateway/https/https-binding.ts';
import { startMqtt } from '../src/gateway/mqtt/start-mqtt.ts';
import { rememberSnapshots } from '../src/gateway/snapshots/remember-snapshots.ts';
import { createSiteTroubles } from '../src/gateway/troubles/site-troubles.ts';
import { buildHttp } from '../src/http/server/build-http.ts';
import { createAuthenticateController } from '../src/identity/keys/authenticate-controller.ts';
import { makeSecret } from '../src/identity/make-secret.ts';
import { createRateLimit, type RateLimit } from '../src/limits/rate-limit.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import type { Refused } from '../src/platform/refusal-record.ts';
import { createSiteSignals } from '../src/platform/site-signals.ts';
import { changeControllerKey } from '../src/registry/keys/change-controller-key.ts';
import { addSite } from '../src/registry/sites/add-site.ts';
import { makeAuthority } from './make-authority.ts';
import { makeCertificate } from './make-certificate.ts';
import { openStoreIn } from './open-test-store.ts';
import { testBudget } from './test-budget.ts';

export type TlsBinding = 'MQTTS' | 'HTTPS';

/** A site with what its controller signs in with. */
export interface SiteKey {
  readonly siteId: SiteId;
  readonly keyId: string;
  readonly key: string;
}

export type CertificateWorld = Awaited<ReturnType<typeof openCertificateWorld>>;

const HOUR_MS = 3_600_000;

/** For tests: the gateway by both bindings over TLS, which asks for certificates of an authority. */
export async function openCertificateWorld(demand: CertificateDemand) {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-certificates-'));
  const store = await openStoreIn(folder);
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
  const signals = createSiteSignals();
  const serving = {
    store,
    now,
    signals,
    budget: testBudget(),
    clockOffsets: new Map(),
    metrics: gatewayMetrics(createMetrics()),
    snapshots: rememberSnapshots({ store, now }),
    troubles: createSiteTroubles({ store, now, onFailure: raise }),
    failures: counting(failed, now),
    authenticateController: createAuthenticateController({ store, now, demand, onFailure: raise }),
  };
  const admission = {
    watch: () => undefined,
    proved: () => undefined,
    speaksFor: () => undefined,
    cutOff: () => undefined,
  };
  const watched = { admission, refusals };
  const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: certificate, watched });
  app.get('/', () => 'for browsers');
  httpsBinding(app, serving);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const encrypted = { host: '127.0.0.1', port: 0 };
  const mqtt = await startMqtt(
    { ...serving, refusals, onFailure: raise },
    { plain: encrypted, encrypted, certificate },
  );
  const ports = { HTTPS: (app.server.address() as AddressInfo).port, MQTTS: mqtt.encryptedPort ?? 0 };
  const sockets: TLSSocket[] = [];
  return {
    authority,
    revoked,
    day,
    clock,
    refused,
    /** From where each login came that failed. */
    failed,
    plainPort: mqtt.plainPort ?? 0,
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
    async addSite(...thumbprints: readonly string[]): Promise<SiteKey> {
      const siteId = randomUUID() as string as SiteId;
      const { text: key, hash: keyHash } = makeSecret('sck_');
      const keyId = randomUUID();
      const controllerKey = { keyId, keyHash };
      await store.write(addSite, { siteId, siteName: siteId, timeZone: 'UTC', controllerKey, now: now() });
      if (thumbprints.length > 0) await store.write(changeControllerKey, { siteId, keyId, thumbprints });
      return { siteId, keyId, key };
    },
    async bind({ siteId, keyId }: SiteKey, ...thumbprints: readonly string[]): Promise<void> {
      await store.write(changeControllerKey, { siteId, keyId, thumbprints });
      signals.send(siteId, 'keys');
    },
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      signals.stop();
      await mqtt.close();
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true });
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
export async function signIn(socket: NodeJS.ReadWriteStream, binding: TlsBinding, site: SiteKey): Promise<string> {
  const { siteId: clientId, siteId: username, key } = site;
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')]).then(([bytes]) => bytes as unknown);
  if (binding === 'HTTPS') {
    const lines = [`GET ${PATHS.controllerSchedule} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return said(await answer, (bytes) => bytes.toString('latin1').split(' ')[1]);
  }
  socket.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId,
      username,
      password: Buffer.from(key),
    }),
  );
  return said(await answer, (bytes) => String(bytes[3]));
}

const WORDS: Readonly<Record<string, string>> = { 0: 'let in', 4: 'refused', 200: 'let in', 401: 'refused' };

function said(answer: unknown, codeOf: (bytes: Buffer) => string | undefined): string {
  if (!Buffer.isBuffer(answer)) return 'cut off';
  const code = codeOf(answer) ?? 'nothing';
  return WORDS[code] ?? code;
}

function raise(cause: unknown): never {
  throw cause;
}
