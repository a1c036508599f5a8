import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { exportJWK, type JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { builtInIssuer } from './built-in-issuer.ts';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START } from '../../../testing/open-test-identity.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { readSigningKeys } from '../keys/read-signing-keys.ts';
import { verifyToken } from './verify-token.ts';

const SECONDS = START / 1_000;
/** The claims of a token as the service makes them. */
const GOOD_CLAIMS = {
  iss: PUBLIC_URL,
  aud: PUBLIC_URL,
  sub: CLIENT_ID,
  client_id: CLIENT_ID,
  scope: 'sites:read schedules:write',
  iat: SECONDS,
  exp: SECONDS + 3_600,
  jti: 'f0a5a2de-0000-4000-8000-000000000000',
};

describe('a token of the service itself', async () => {
  const identity = await ofTests(openTestIdentity());
  const issuers = new Map([[PUBLIC_URL, builtInIssuer(PUBLIC_URL, identity.keys)]]);
  // As an attacker with the database would have it.
  const [stored] = await identity.store.read(readSigningKeys, {});
  const kid = stored?.kid ?? '';
  const privateKey = createPrivateKey({ key: { ...(JSON.parse(stored?.privateJwk ?? '') as JWK) }, format: 'jwk' });

  const encode = (value: unknown) =>
    (Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))).toString(
      'base64url',
    );
  const goodHeader = () => ({ alg: 'ES256', typ: 'at+jwt', kid });
  const signatureOf = (input: string, key = privateKey) =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  // Signed by hand, so that the header and the claims can be whatever an attacker wants.
  const made = (header: unknown, claims: unknown, key = privateKey) => {
    const input = `${encode(header)}.${encode(claims)}`;
    return `${input}.${signatureOf(input, key).toString('base64url')}`;
  };
  const withClaims = (claims: Record<string, unknown>) => made(goodHeader(), { ...GOOD_CLAIMS, ...claims });
  const withHeader = (header: Record<string, unknown>) => made({ ...goodHeader(), ...header }, GOOD_CLAIMS);
  const withClaimsText = (change: (text: string) => string) => made(goodHeader(), change(JSON.stringify(GOOD_CLAIMS)));
  const stranger = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const verify = (token: string, now = START) => verifyToken(token, { issuers, now });

  it('is taken when nothing is wrong with it', async () => {
    await expect(verify(withClaims({}))).resolves.toMatchObject({
      subject: CLIENT_ID,
      scopes: new Set(['sites:read', 'schedules:write']),
      expiresAt: START + 3_605_000,
    });
  });

  it.each<[string, () => string | Promise<string>]>([
    ['crit', () => withHeader({ crit: ['exp'], exp: SECONDS + 60 })],
    ['b64 false', () => withHeader({ b64: false })],
    [
      'a key in the token, which signed it',
      async () => {
        const pair = stranger();
        return made({ ...goodHeader(), jwk: await exportJWK(pair.publicKey) }, GOOD_CLAIMS, pair.privateKey);
      },
    ],
    ['the key of a stranger', () => made(goodHeader(), GOOD_CLAIMS, stranger().privateKey)],
    ['kid missing', () => withHeader({ kid: undefined })],
    ['kid foreign', () => withHeader({ kid: 'another' })],
    ['exp missing', () => withClaims({ exp: undefined })],
    ['exp as text', () => withClaims({ exp: String(SECONDS + 60) })],
    ['exp infinite', () => withClaimsText((text) => text.replace(/"exp":\d+/, '"exp":1e400'))],
    ['exp before iat', () => withClaims({ iat: SECONDS + 4, exp: SECONDS + 3 })],
    ['nbf in the future', () => withClaims({ nbf: SECONDS + 6 })],
    ['iat missing', () => withClaims({ iat: undefined })],
    ['iat in the future', () => withClaims({ iat: SECONDS + 6 })],
    ['a lifetime over a day', () => withClaims({ exp: SECONDS + 86_401 })],
    ['iss with a slash more', () => withClaims({ iss: `${PUBLIC_URL}/` })],
    ['aud foreign', () => withClaims({ aud: 'https://other.example' })],
    ['sub missing', () => withClaims({ sub: undefined })],
    ['sub empty', () => withClaims({ sub: '' })],
    ['typ of an ID token', () => withHeader({ typ: 'JWT' })],
    ['typ missing', () => withHeader({ typ: undefined })],
    ['scope missing', () => withClaims({ scope: undefined })],
    ['a claim twice', () => withClaimsText((text) => text.replace('{', `{"sub":"${CLIENT_ID}",`))],
    ['a claim twice, once escaped', () => withClaimsText((text) => text.replace('{', String.raw`{"\u0073ub":"x",`))],
    ['a header field twice', () => made(`{"alg":"none",${JSON.stringify(goodHeader()).slice(1)}`, GOOD_CLAIMS)],
    ['claims that are no object', () => made(goodHeader(), [GOOD_CLAIMS])],
    [
      'claims that are no UTF-8',
      () => made(goodHeader(), Buffer.from(JSON.stringify({ ...GOOD_CLAIMS, x: 'é' }), 'latin1')),
    ],
    ['padding', () => `${withClaims({})}=`],
    ['1 MB', () => withClaims({ x: 'x'.repeat(1_000_000) })],
    [
      'deep nesting',
      () => withClaimsText((text) => text.replace('{', `{"x":${'['.repeat(2_500)}${']'.repeat(2_499)},`)),
    ],
  ])('is refused: %s', async (_title, make) => {
    await expect(verify(await make())).resolves.toBeUndefined();
  });

  it.each<[string, () => string]>([
    ['typ as a full media type', () => withHeader({ typ: 'application/at+jwt' })],
    ['typ in upper case', () => withHeader({ typ: 'AT+JWT' })],
    ['a lifetime of one day', () => withClaims({ exp: SECONDS + 86_400 })],
    ['made in 5 s', () => withClaims({ iat: SECONDS + 5 })],
    ['nested claims, lists and escapes', () => withClaims({ x: [{ 'a":"': '\\":{' }, [], {}, 'é:"'] })],
    ['a claim named __proto__', () => withClaimsText((text) => text.replace('{', '{"__proto__":{"a":1},'))],
  ])('is taken: %s', async (_title, make) => {
    await expect(verify(make())).resolves.toMatchObject({ subject: CLIENT_ID });
  });

  it.each([
    ['sites:read  schedules:write', ['sites:read', 'schedules:write']],
    [' sites:read ', ['sites:read']],
    ['SITES:READ', []],
    ['', []],
  ])('of scope %j is good for %j', async (scope, expected) => {
    const verified = await verify(withClaims({ scope }));
    expect([...(verified?.scopes ?? ['refused'])]).toEqual(expected);
  });

  it('is good until 5 s behind its end, and not a millisecond longer', async () => {
    const token = withClaims({});
    await expect(verify(token, START + 3_604_999)).resolves.toBeDefined();
    await expect(verify(token, START + 3_605_000)).resolves.toBeUndefined();
  });

  it('has one spelling: no change of a character is taken', async () => {
    const token = withClaims({});
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0é';
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.nat(characters.length - 1), async (at, which) => {
        const changed = token.slice(0, at) + characters.charAt(which) + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(await verify(changed)).toBeUndefined();
      }),
      { numRuns: 500 },
    );
    for (const last of characters) {
      const changed = token.slice(0, -1) + last;
      if (changed !== token) await expect(verify(changed)).resolves.toBeUndefined();
    }
  });

  it('is taken whatever else it claims', async () => {
    const extra = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    const reserved = new Set([...Object.keys(GOOD_CLAIMS), 'nbf']);
    await fc.assert(
      fc.asyncProperty(extra, async (claims) => {
        const own = Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name)));
        const token = made(goodHeader(), { ...own, ...GOOD_CLAIMS });
        fc.pre(token.length < 8_000);
        expect(await verify(token)).toMatchObject({ subject: CLIENT_ID });
      }),
    );
  });
});
