import { once } from 'node:events';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { makeAuthority } from '../../testing/make-authority.ts';
import { makeCertificate } from '../../testing/make-certificate.ts';
import { connectPacket, startTestGateway, type TestSite } from '../../testing/start-test-gateway.ts';
import { ofTests } from '../../testing/of-tests.ts';
import { type CertificateDemand, clientAuthority } from '../door/tls-options.ts';
import { createRateLimit, type RateLimit } from '../limits/rate-limit.ts';
import type { Refused } from '../platform/refusal-record.ts';
import { changeControllerKey } from '../registry/keys/change-controller-key.ts';

type TlsBinding = 'MQTTS' | 'HTTPS';
type CertificateWorld = Awaited<ReturnType<typeof openCertificateWorld>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(['MQTTS', 'HTTPS'] as const)('where a certificate is required of controllers, by %s', async (binding) => {
  const world = await ofTests(openCertificateWorld('required'));

  async function tried(site: Parameters<typeof signIn>[2], options: ConnectionOptions = {}): Promise<string> {
    return signIn(await world.connect(binding, options), binding, site);
  }

  it.each([
    ['of another authority', () => world.strange('others')],
    ['that signs itself', () => makeAuthority({ name: 'c', ...world.day })],
    [
      'that has expired',
      () => world.authority.issue({ name: 'c', from: world.day.from, until: Date.now() - MINUTE_MS }),
    ],
    ['that was revoked', () => world.revoked],
  ])('a certificate %s is refused, whether the key is bound to it or not', async (_, make) => {
    const certificate = await make();
    expect(await tried(await world.addSite(), certificate)).toBe('refused');
    expect(await tried(await world.addSite(certificate.thumbprint), certificate)).toBe('refused');
  });

  // OpenSSL leaves its error of a signature behind, and may take it for one of the connection.
  it('a certificate of an impostor with the name of the authority is refused or cut off', async () => {
    const impostor = await world.strange('controllers');
    for (const site of [await world.addSite(), await world.addSite(impostor.thumbprint)]) {
      expect(['refused', 'cut off']).toContain(await tried(site, impostor));
    }
    expect(await tried(await world.addSite(), await world.issue())).toBe('let in');
  });

  it('a key is good with the certificates alone that it is bound to: two, while one is renewed', async () => {
    const [old, renewed, stranger] = [await world.issue(), await world.issue(), await world.issue()];
    const site = await world.addSite(old.thumbprint);
    expect(await tried(site, renewed)).toBe('refused');
    await world.bind(site, old.thumbprint, renewed.thumbprint);
    expect([await tried(site, old), await tried(site, renewed), await tried(site, stranger)]).toEqual([
      'let in',
      'let in',
      'refused',
    ]);
    await world.bind(site, renewed.thumbprint);
    expect([await tried(site, old), await tried(site, renewed)]).toEqual(['refused', 'let in']);
  });

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)('in a session of %s that is resumed', (version) => {
    const versions = { minVersion: version, maxVersion: version };

    /** A session, once the service has given a ticket for it. */
    async function sessionOf(options: ConnectionOptions): Promise<Buffer> {
      const socket = await world.connect(binding, { ...options, ...versions });
      const session = version === 'TLSv1.2' ? Promise.resolve([socket.getSession()]) : once(socket, 'session');
      // In 1.3 a ticket is read with what comes after the handshake.
      await signIn(socket, binding, await world.addSite());
      return (await session)[0] as Buffer;
    }
    async function resumed(session: Buffer, options: ConnectionOptions = {}): Promise<TLSSocket> {
      const socket = await world.connect(binding, { ...options, ...versions, session });
      expect(socket.isSessionReused()).toBe(true);
      return socket;
    }

    it('the certificate is that of its first handshake, and the key must be bound to it', async () => {
      const certificate = await world.issue();
      const session = await sessionOf(certificate);
      const own = await world.addSite(certificate.thumbprint);
      const other = await world.addSite((await world.issue()).thumbprint);
      expect(await signIn(await resumed(session), binding, own)).toBe('let in');
      expect(await signIn(await resumed(session), binding, other)).toBe('refused');
    });

    it('a certificate that was refused, or none, is not there the second time either', async () => {
      const site = await world.addSite();
      expect(await signIn(await resumed(await sessionOf(world.revoked)), binding, site)).toBe('refused');
      const session = await sessionOf({});
      expect(await signIn(await resumed(session), binding, site)).toBe('refused');
      expect(await signIn(await resumed(session, await world.issue()), binding, site)).toBe('refused');
    });

    it('a certificate that has expired since is refused', async () => {
      const session = await sessionOf(await world.issue());
      const site = await world.addSite();
      world.clock.aheadMs = world.day.until - Date.now();
      const socket = await resumed(session);
      expect(await signIn(socket, binding, site)).toBe('refused');
      world.clock.aheadMs = 0;
    });
  });

  it('what is refused counts as a failed login, and says why in the log', async () => {
    const [one, other] = [await world.issue(), await world.issue()];
    const site = await world.addSite(one.thumbprint);
    world.refused.length = 0;
    world.failed.length = 0;
    await tried(site, one);
    await tried(site, other);
    await tried(site, world.revoked);
    await tried(site);
    expect(world.failed).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
    const kind = binding === 'HTTPS' ? 'failed_key' : 'mqtt_login';
    expect(world.refused.map((each) => [each.kind, each.details?.['reason']])).toEqual([
      [kind, 'its key is bound to another certificate'],
      [kind, 'its certificate was refused: CERT_REVOKED'],
      [kind, 'its key is bound to a certificate, and it showed none'],
    ]);
  });
});

describe('where a certificate is required of controllers', async () => {
  const world = await ofTests(openCertificateWorld('required'));

  it('a connection is judged anew for each key that uses it', async () => {
    const certificate = await world.issue();
    const socket = await world.connect('HTTPS', certificate);
    const own = await world.addSite(certificate.thumbprint);
    const other = await world.addSite((await world.issue()).thumbprint);
    const free = await world.addSite();
    const said: string[] = [];
    for (const site of [own, other, free, other, own]) said.push(await signIn(socket, 'HTTPS', site));
    expect(said).toEqual(['let in', 'refused', 'let in', 'refused', 'let in']);
  });

  it('callers without one, or with one of a stranger, are answered on the same port as ever', async () => {
    for (const options of [{}, await world.strange('others'), await world.issue(), world.revoked]) {
      const socket = await world.connect('HTTPS', options);
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK/);
    }
  });

  it('a controller at the port without TLS has none to show', async () => {
    const socket = await world.openTcp();
    expect(await signIn(socket, 'MQTTS', await world.addSite())).toBe('refused');
    socket.destroy();
  });

  it('a connection ends once its key is bound to another certificate, and not before', async () => {
    const [old, renewed] = [await world.issue(), await world.issue()];
    const site = await world.addSite(old.thumbprint);
    const socket = await world.connect('MQTTS', old);
    await signIn(socket, 'MQTTS', site);
    await world.bind(site, old.thumbprint, renewed.thumbprint);
    // Answered, so the connection is there.
    socket.write(Buffer.from([0xc0, 0]));
    expect([...((await once(socket, 'data'))[0] as Buffer)]).toEqual([0xd0, 0]);
    const closed = once(socket, 'close');
    await world.bind(site, renewed.thumbprint);
    await closed;
  });

  it('a connection ends with its certificate', async () => {
    const site = await world.addSite();
    // On a machine that is too busy to sign in so soon, one that lasts longer.
    for (let lifeMs = 1_000, said = ''; said !== 'let in'; lifeMs *= 2) {
      const until = Date.now() + lifeMs;
      const socket = await world.connect(
        'MQTTS',
        await world.authority.issue({ name: 'short', from: world.day.from, until }),
      );
      const closed = once(socket, 'close');
      said = await signIn(socket, 'MQTTS', site);
      await closed;
    }
  });
});

describe.each(['MQTTS', 'HTTPS'] as const)('by %s', async (binding) => {
  const worlds = new Map<string, CertificateWorld>();
  for (const demand of ['asked', 'off'] as const) worlds.set(demand, await ofTests(openCertificateWorld(demand)));

  it.each([
    ['asked', 'none', 'free', 'let in'],
    ['asked', 'good', 'bound', 'let in'],
    ['asked', 'none', 'bound', 'refused'],
    ['asked', 'revoked', 'free', 'refused'],
    ['off', 'good', 'free', 'let in'],
    ['off', 'good', 'bound', 'refused'],
  ] as const)('where certificates are %s, one that is %s, with a key that is %s: %s', async (...given) => {
    const [demand, shown, bound, said] = given;
    const world = worlds.get(demand) ?? expect.unreachable('it was opened');
    const good = await world.issue();
    const options = { good, revoked: world.revoked, none: {} }[shown];
    const site = await (bound === 'bound' ? world.addSite(good.thumbprint) : world.addSite());
    expect(await signIn(await world.connect(binding, options), binding, site)).toBe(said);
  });
});

/** The gateway by both bindings over TLS, which asks for certificates of an authority. */
async function openCertificateWorld(demand: CertificateDemand) {
  const clock = { aheadMs: 0 };
  const now = () => Date.now() + clock.aheadMs;
  const day = { from: now() - HOUR_MS, until: now() + 24 * HOUR_MS };
  const authority = await makeAuthority({ name: 'controllers', ...day });
  const revoked = await authority.issue({ name: 'revoked', ...day });
  const clients = clientAuthority(authority.cert + (await authority.revoke([revoked.serial], day)));
  const server = await makeCertificate(now());
  const certificate = { ...server, clients: demand === 'off' ? undefined : clients };
  const refused: Refused[] = [];
  const refusals = { note: (one: Refused) => void refused.push(one) };
  const failed: string[] = [];
  const limit = createRateLimit({ perMinute: 1_000, now });
  const failures: RateLimit = {
    ...limit,
    take: (address, count) => (failed.push(address), limit.take(address, count)),
  };
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
    issue: () => authority.issue({ name: 'controller', ...day }),
    /** One of an authority of another key. */
    strange: async (name: string) => (await makeAuthority({ name, ...day })).issue({ name: 'c', ...day }),
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
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await gateway.close();
    },
  };
}

/** What a service says to a controller that signs in on a connection, by its first answer. */
async function signIn(socket: NodeJS.ReadWriteStream, binding: TlsBinding, site: TestSite): Promise<string> {
  const answer = Promise.race([once(socket, 'data'), once(socket, 'close')]).then(([bytes]) => bytes as unknown);
  if (binding === 'HTTPS') {
    const lines = [`GET ${PATHS.controllerSchedule} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${site.key}`];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    return wordOf(await answer, (bytes) => bytes.toString('latin1').split(' ')[1]);
  }
  socket.write(connectPacket(site));
  return wordOf(await answer, (bytes) => String(bytes[3]));
}

const WORDS: Readonly<Record<string, string>> = { 0: 'let in', 4: 'refused', 200: 'let in', 401: 'refused' };

function wordOf(answer: unknown, codeOf: (bytes: Buffer) => string | undefined): string {
  if (!Buffer.isBuffer(answer)) return 'cut off';
  const code = codeOf(answer) ?? 'nothing';
  return WORDS[code] ?? code;
}
