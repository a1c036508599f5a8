import { randomUUID } from 'node:crypto';
import type { SigningKeyList } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildHttp } from '../../http/server/build-http.ts';
import { createAuthenticate } from '../../identity/tokens/create-authenticate.ts';
import { isSessionOpen } from '../../sessions/is-session-open.ts';
import { openSigningKeys } from '../../identity/keys/signing-keys.ts';
import { signToken } from '../../identity/tokens/sign-token.ts';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, type TestIdentity } from '../../../testing/open-test-identity.ts';
import { serveOperations } from '../../serving/serve-operations.ts';
import { servingOver } from '../../../testing/serving-over.ts';
import { signingKeyRoutes } from './signing-key-routes.ts';

const KEYS = '/api/v1/fleet/signing-keys';
const TEN_MINUTES_MS = 600_000;

describe('the keys that sign tokens', () => {
  let identity: TestIdentity;
  let nodes: FastifyInstance[];

  beforeEach(async () => {
    identity = await openTestIdentity();
    // Two nodes, each of which remembers keys and tokens for itself; tokens are made on the first.
    const other = await openSigningKeys({ store: identity.store, now: () => identity.clock.at });
    nodes = [identity.keys, other].map((keys) => {
      const app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
      const how = {
        ...identity,
        keys,
        isSessionOpen,
        issuers: [],
        publicUrl: PUBLIC_URL,
        now: () => identity.clock.at,
      };
      const serving = servingOver(identity.store, createAuthenticate(how));
      const { access } = serving;
      signingKeyRoutes(serveOperations(app, serving), { keys });
      app.get('/public/:siteId', async (request) => (await access.publicSite(request, 'sites:read')).site);
      return app;
    });
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    await identity.close();
  });

  const sign = async () => {
    const claims = { publicUrl: PUBLIC_URL, clientId: CLIENT_ID, scopes: ['fleet:admin'] as const, generation: 1 };
    return `Bearer ${await signToken(identity.keys, { ...claims, lifetimeSeconds: 600, now: identity.clock.at })}`;
  };
  const ask = async (method: 'GET' | 'POST' | 'DELETE', url = KEYS) =>
    nodes[0]?.inject({ method, url, headers: { authorization: await sign() } });
  const list = async (method: 'GET' | 'POST' = 'GET') => (await ask(method))?.json<SigningKeyList>().keys ?? [];
  const states = async () => (await list()).map(({ state }) => state);
  /** What each node says to a token, in the fleet interface and in the public one. */
  const statuses = async (authorization: string) => {
    const urls = [KEYS, `/public/${randomUUID()}`];
    const asked = nodes.flatMap((node) => urls.map((url) => node.inject({ url, headers: { authorization } })));
    return (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  };

  it('take all their tokens with them on every node at once when they are revoked, whatever was remembered', async () => {
    const before = await sign();
    const [{ keyId } = { keyId: '' }] = await list();
    expect((await list('POST')).length).toBe(2);
    expect(await statuses(before)).toEqual([200, 404, 200, 404]);
    expect((await ask('DELETE', `${KEYS}/${keyId}`))?.statusCode).toBe(204);
    expect(await statuses(before)).toEqual([401, 401, 401, 401]);
    expect((await identity.keys.publicKeys()).keys.map(({ kid }) => kid)).not.toContain(keyId);
    expect((await ask('DELETE', `${KEYS}/${keyId}`))?.statusCode).toBe(404);
    identity.clock.at += 1_000;
    expect(await statuses(await sign())).toEqual([200, 404, 200, 404]);
  });

  it('are never none: revoking the only one makes another, and who made it takes what it signs', async () => {
    const [{ keyId } = { keyId: '' }] = await list();
    await ask('DELETE', `${KEYS}/${keyId}`);
    const [another, ...more] = await list();
    expect([another?.state, more]).toEqual(['signing', []]);
    expect(another?.keyId).not.toBe(keyId);
  });

  it('sign ten minutes after they were made, until the next does', async () => {
    identity.clock.at += TEN_MINUTES_MS;
    await ask('POST');
    expect(await states()).toEqual(['next', 'signing']);
    identity.clock.at += TEN_MINUTES_MS;
    expect(await states()).toEqual(['signing', 'retired']);
  });

  it('are eight at most, which operators alone see', async () => {
    const made: unknown[] = [];
    for (let time = 0; time < 8; time += 1) made.push((await ask('POST'))?.statusCode);
    expect(made).toEqual([...Array.from({ length: 7 }, () => 201), 409]);
    expect(JSON.stringify(await list())).not.toContain('"d"');
    expect((await nodes[0]?.inject({ url: KEYS }))?.statusCode).toBe(401);
  });
});
