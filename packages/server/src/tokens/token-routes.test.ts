import { PATHS, type TokenResponse } from '@setpoint/contract';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { worldOfTests } from '../../testing/open-world.ts';
import { PUBLIC_URL } from '../../testing/start-app.ts';

const world = await worldOfTests();
const { clientId, clientSecret } = await world.client();

const ask = (secret: string) => {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
  return fetch(world.base + PATHS.token, { method: 'POST', body: new URLSearchParams(form) });
};

it('the routes of tokens give one that anybody can check with what is published', async () => {
  const response = await ask(clientSecret);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { access_token: token } = (await response.json()) as TokenResponse;
  const published = async (name: string) => (await fetch(`${world.base}/.well-known/${name}`)).json();
  expect(await published('oauth-authorization-server')).toMatchObject({
    issuer: PUBLIC_URL,
    token_endpoint: `${PUBLIC_URL}/oauth/token`,
    jwks_uri: `${PUBLIC_URL}/.well-known/jwks.json`,
  });
  const keys = createLocalJWKSet((await published('jwks.json')) as JSONWebKeySet);
  const { payload } = await jwtVerify(token, keys, { issuer: PUBLIC_URL, audience: PUBLIC_URL, typ: 'at+jwt' });
  expect(payload.sub).toBe(clientId);
});

it('answer a wrong secret with 401 and a challenge', async () => {
  const response = await ask('scs_wrong');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="token"']);
  expect(response.headers.get('cache-control')).toBe('no-store');
  await expect(response.json()).resolves.toMatchObject({ error: 'invalid_client' });
});
