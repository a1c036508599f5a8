import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientId } from '@setpoint/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNameLookup } from '../../platform/addresses/create-name-lookup.ts';
import { readIssuers } from './issuer-settings.ts';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START } from '../../../testing/open-test-identity.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { createOutsideIssuers } from './create-outside-issuers.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { changeClient } from '../../registry/clients/change-client.ts';
import { mapSubject } from '../../registry/grants/map-subject.ts';
import { unmapSubject } from '../../registry/grants/unmap-subject.ts';

const SUBJECT = 'optimiser@other';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

type Key = Awaited<ReturnType<typeof makeKey>>;

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid } };
}

describe('outside issuers', async () => {
  let server: Server;
  let issuer: string;
  let answerKeys: Answering;
  let requests: string[];
  let failures: string[];
  let key: Key;

  const identity = await ofTests(openTestIdentity());
  beforeEach(async () => {
    key = await makeKey('one');
    requests = [];
    failures = [];
    answerKeys = publish([key]);
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      if (request.url === '/keys') answerKeys(request, response);
      else if (request.url === '/realm/.well-known/openid-configuration') {
        response.end(JSON.stringify({ issuer, jwks_uri: issuer.replace('/realm', '/keys') }));
      } else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
    await identity.store.write(mapSubject, { clientId: CLIENT_ID, issuer, subject: SUBJECT });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await identity.store.write(unmapSubject, { clientId: CLIENT_ID, issuer, subject: SUBJECT });
  });

  const publish =
    (keys: readonly Key[]): Answering =>
    (_request, response) =>
      response.end(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }));
  const down: Answering = (request) => request.socket.destroy();

  function trusting(settings: Record<string, unknown> = {}) {
    const entry = { issuer, audience: PUBLIC_URL, algorithms: ['ES256'], ...settings };
    const result = readIssuers(JSON.stringify([entry]), PUBLIC_URL);
    if (result.kind === 'invalid') throw new Error(result.problems.join(', '));
    const issuers = createOutsideIssuers({
      settings: result.issuers,
      now: () => identity.clock.at,
      lookUp: createNameLookup(),
      onFailure: (of, cause) => failures.push(`${of}: ${String(cause)}`),
    });
    const authenticate = identity.authenticateWith(issuers);
    return async (token: string) => authenticate(`Bearer ${token}`);
  }

  function sign(claims: Record<string, unknown> = {}, { by = key, typ = 'at+jwt' } = {}): Promise<string> {
    const iat = Math.floor(identity.clock.at / 1_000);
    const good = { iss: issuer, aud: PUBLIC_URL, sub: SUBJECT, scope: 'sites:read', iat, exp: iat + 3_600 };
    return new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ, kid: by.kid })
      .sign(by.privateKey);
  }

  describe('give callers', () => {
    it('by the subject that was mapped to a client, with keys found by discovery', async () => {
      await expect(trusting()(await sign())).resolves.toEqual({ clientId: CLIENT_ID, scopes: new Set(['sites:read']) });
      expect(requests).toEqual(['/realm/.well-known/openid-configuration', '/keys']);
    });

    it('never by a subject that nobody mapped, not even one that equals the id of a client', async () => {
      const caller = trusting();
      await expect(caller(await sign({ sub: CLIENT_ID }))).resolves.toBeUndefined();
      await expect(caller(await sign({ sub: SUBJECT.toUpperCase() }))).resolves.toBeUndefined();
      await expect(caller(await sign({ sub: '' }))).resolves.toBeUndefined();
    });

    it('never for a subject that is mapped at another issuer', async () => {
      await identity.store.write(mapSubject, { clientId: CLIENT_ID, issuer: 'https://other.example', subject: 'x' });
      await expect(trusting()(await sign({ sub: 'x' }))).resolves.toBeUndefined();
    });

    it('no more once the mapping is gone or the client disabled, whatever was remembered', async () => {
      const caller = trusting();
      const token = await sign();
      const disable = (isEnabled: boolean) =>
        identity.store.write(changeClient, { clientId: CLIENT_ID, isEnabled, now: identity.clock.at });
      await expect(caller(token)).resolves.toBeDefined();
      await disable(false);
      await expect(caller(token)).resolves.toBeUndefined();
      await disable(true);
      await expect(caller(token)).resolves.toBeUndefined();
      identity.clock.at += 1_000;
      await expect(caller(await sign())).resolves.toBeDefined();
      await identity.store.write(unmapSubject, { clientId: CLIENT_ID, issuer, subject: SUBJECT });
      await expect(caller(await sign())).resolves.toBeUndefined();
    });

    it('no administrators unless that is allowed', async () => {
      const token = await sign({ scope: 'sites:read fleet:admin' });
      const scopesWith = async (settings: Record<string, unknown>) => [
        ...((await trusting(settings)(token))?.scopes ?? []),
      ];
      expect(await scopesWith({})).toEqual(['sites:read']);
      expect(await scopesWith({ allowAdmin: true })).toEqual(['sites:read', 'fleet:admin']);
    });

    it('with no more scopes than their client may have', async () => {
      const clientId = CLIENT_ID.replace('1', '2') as ClientId;
      const client = { clientId, clientName: 'reader', scopes: ['sites:read'] as const, secretHash: 'x', now: START };
      await identity.store.write(addClient, client);
      await identity.store.write(mapSubject, { clientId, issuer, subject: 'reader' });
      const token = await sign({ sub: 'reader', scope: 'sites:read schedules:write' });
      await expect(trusting()(token)).resolves.toEqual({ clientId, scopes: new Set(['sites:read']) });
    });

    it('on the terms that were set for them', async () => {
      const caller = trusting({
        subjectClaim: 'azp',
        scopes: ['schedules:write'],
        types: ['JWT'],
        audience: 'setpoint',
      });
      const token = await sign({ sub: 'x', azp: SUBJECT, aud: ['account', 'setpoint'], scope: '' }, { typ: 'JWT' });
      await expect(caller(token)).resolves.toMatchObject({ scopes: new Set(['schedules:write']) });
      const listed = await sign({ scp: ['sites:read', 1, 'x'] });
      await expect(trusting({ scopeClaim: 'scp' })(listed)).resolves.toMatchObject({ scopes: new Set(['sites:read']) });
      await expect(trusting()(await sign({}, { typ: 'JWT' }))).resolves.toBeUndefined();
      await expect(trusting({ algorithms: ['RS256'] })(await sign())).resolves.toBeUndefined();
      await expect(trusting({ subjectClaim: '__proto__' })(await sign())).resolves.toBeUndefined();
    });

    it('never in the name of the service itself', async () => {
      await expect(trusting()(await sign({ iss: PUBLIC_URL, sub: CLIENT_ID }))).resolves.toBeUndefined();
    });
  });

  describe('have keys that are', () => {
    it('fetched once for all who ask at the same time', async () => {
      const caller = trusting({ jwksUri: issuer.replace('/realm', '/keys') });
      const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => sign({ n })));
      const callers = await Promise.all(tokens.map((token) => caller(token)));
      expect(callers.every((one) => one?.clientId === CLIENT_ID)).toBe(true);
      expect(requests).toEqual(['/keys']);
    });

    it('fetched anew for a key that is not known yet, every 5 s at most, whatever names strangers make up', async () => {
      const caller = trusting();
      await caller(await sign());
      const next = await makeKey('two');
      answerKeys = publish([key, next]);
      identity.clock.at += 4_999;
      await expect(caller(await sign({}, { by: next }))).resolves.toBeUndefined();
      expect(requests).toHaveLength(2);
      identity.clock.at += 1;
      await expect(caller(await sign({}, { by: next }))).resolves.toBeDefined();
      const strangers = await Promise.all(['a', 'b', 'c'].map(makeKey));
      for (const stranger of strangers) await caller(await sign({}, { by: stranger }));
      expect(requests).toHaveLength(4);
    });

    it('good no more soon after the issuer withdrew them', async () => {
      const caller = trusting();
      await caller(await sign());
      answerKeys = publish([await makeKey('two')]);
      identity.clock.at += MINUTE_MS;
      await expect(caller(await sign())).resolves.toBeUndefined();
    });

    it('fetched again 30 s after that failed, and not before', async () => {
      const caller = trusting();
      await caller(await sign());
      answerKeys = down;
      identity.clock.at += MINUTE_MS;
      await caller(await sign());
      identity.clock.at += 29_999;
      await caller(await sign({}, { by: await makeKey('two') }));
      expect(failures).toHaveLength(1);
      identity.clock.at += 1;
      await caller(await sign());
      expect(failures).toHaveLength(2);
    });

    it('served for a day while the issuer is down, and no longer', async () => {
      const caller = trusting();
      await caller(await sign());
      answerKeys = down;
      for (const hours of [1, 11, 11]) {
        identity.clock.at += hours * HOUR_MS;
        await expect(caller(await sign())).resolves.toBeDefined();
      }
      expect(failures).toHaveLength(3);
      identity.clock.at += HOUR_MS;
      await expect(caller(await sign())).resolves.toBeUndefined();
      answerKeys = publish([key]);
      identity.clock.at += 1_000;
      await expect(caller(await sign())).resolves.toBeDefined();
    });

    it('refused when their name is there twice', async () => {
      const other = await makeKey(key.kid);
      answerKeys = publish([key, other]);
      await expect(trusting()(await sign())).resolves.toBeUndefined();
    });
  });

  describe('that misbehave bring nobody in, and are given up:', () => {
    const big = 'x'.repeat(300 * 1024);
    it.each(
      Object.entries<Answering>({
        'a redirect': (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
        'too much without a length': (_request, response) => {
          response.write(`{"big":"${big}`);
          response.end(`","keys":${JSON.stringify([key.publicJwk])}}`);
        },
        'another status': (_request, response) => {
          response.writeHead(203);
          publish([key])(_request, response);
        },
        'no key set': (_request, response) => response.end('{"keys":[1]}'),
        'a private key': (_request, response) =>
          response.end(JSON.stringify({ keys: [{ ...key.publicJwk, d: key.publicJwk.x }] })),
      }),
    )('%s', async (_title, answering) => {
      answerKeys = answering;
      await expect(trusting()(await sign())).resolves.toBeUndefined();
      expect(requests).not.toContain('/elsewhere');
    });

    it('no answer, after 2 s', async () => {
      answerKeys = () => undefined;
      await expect(trusting()(await sign())).resolves.toBeUndefined();
      // The service ended it: the issuer would go on for ever.
      expect(failures).toEqual([expect.stringMatching(/abort/)]);
    });
  });
});
