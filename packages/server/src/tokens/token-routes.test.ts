import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START, type TestIdentity } from '../../testing/open-test-identity.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { tokenRoutes } from './token-routes.ts';

describe('the routes of tokens', () => {
  let identity: TestIdentity;
  let app: ReturnType<typeof buildHttp>;
  let url: string;

  beforeAll(async () => {
    identity = await openTestIdentity();
    app = buildHttp({
      logger: pino({ level: 'silent' }),
      trustedProxies: [],
      tls: undefined,
    });
    const { store, keys, findPersonNow, clock } = identity;
    tokenRoutes(app, {
      store,
      keys,
      findPersonNow,
      budget: testBudget(),
      publicUrl: PUBLIC_URL,
      lifetimeSeconds: 600,
      now: () => clock.at,
    });
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await identity.close();
  });

  const ask = (body: URLSearchParams | string, headers: Record<string, string> = {}) =>
    fetch(`${url}/oauth/token`, { method: 'POST', body, headers });
  const credentials = (secret = identity.secret) =>
    new URLSearchParams({ grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: secret });

  it('give a token that anybody can check with what is published', async () => {
    const response = await ask(credentials());
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { access_token: token } = (await response.json()) as { access_token: string };
    const metadata = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      issuer: PUBLIC_URL,
      token_endpoint: `${PUBLIC_URL}/oauth/token`,
      jwks_uri: `${PUBLIC_URL}/.well-known/jwks.json`,
    });
    const keySet = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
    const options = { issuer: PUBLIC_URL, audience: PUBLIC_URL, typ: 'at+jwt', currentDate: new Date(START) };
    await expect(jwtVerify(token, createLocalJWKSet(keySet), options)).resolves.toMatchObject({
      payload: { sub: CLIENT_ID },
    });
  });

  it('answer a wrong secret with 401 and a challenge', async () => {
    const response = await ask(credentials('scs_wrong'));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="token"']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await expect(response.json()).resolves.toMatchObject({ error: 'invalid_client' });
  });
});
