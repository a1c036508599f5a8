import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import fc from 'fast-check';
import { CompactEncrypt, exportJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInIssuer } from './built-in-issuer.ts';
import {
  CLIENT_ID,
  goodClaims,
  openTestIdentity,
  PUBLIC_URL,
  readKeyPair,
  START,
} from '../../../testing/open-test-identity.ts';
import type { TestIdentity } from '../../../testing/open-test-identity.ts';
import type { TokenIssuer } from './token-issuer.ts';
import { verifyToken } from './verify-token.ts';

const SECONDS = START / 1_000;

describe('a token of the service itself', () => {
  let identity: TestIdentity;
  let issuers: ReadonlyMap<string, TokenIssuer>;
  let kid: string;
  let privateKey: KeyObject;
  let publicKey: KeyObject;
  let publicJwk: JWK;

  beforeAll(async () => {
    identity = await openTestIdentity();
    issuers = new Map([[PUBLIC_URL, builtInIssuer(PUBLIC_URL, identity.keys)]]);
    const pair = await readKeyPair(identity.store);
    ({ kid, publicJwk } = pair);
    privateKey = createPrivateKey({ key: { ...pair.privateJwk }, format: 'jwk' });
    publicKey = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
  });
  afterAll(() => identity.close());

  const encode = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const goodHeader = () => ({ alg: 'ES256', typ: 'at+jwt', kid });
  const signatureOf = (input: string, key = privateKey) =>
    sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  // Signed by hand, so that the header and the claims can be whatever an attacker wants.
  const made = (header: unknown, claims: unknown, key = privateKey) => {
    const input = `${encode(header)}.${encode(claims)}`;
    return `${input}.${signatureOf(input, key).toString('base64url')}`;
  };
  const withClaims = (claims: Record<string, unknown>) => made(goodHeader(), { ...goodClaims(START), ...claims });
  const withoutClaim = (name: string) =>
    made(goodHeader(), Object.fromEntries(Object.entries(goodClaims(START)).filter(([key]) => key !== name)));
  const withHeader = (header: Record<string, unknown>) => made({ ...goodHeader(), ...header }, goodClaims(START));
  const withoutHeader = (name: string) =>
    made(Object.fromEntries(Object.entries(goodHeader()).filter(([key]) => key !== name)), goodClaims(START));
  const withClaimsText = (change: (text: string) => string) =>
    made(goodHeader(), change(JSON.stringify(goodClaims(START))));
  const withSignature = (change: (signature: Buffer) => Buffer | string) => {
    const input = `${encode(goodHeader())}.${encode(goodClaims(START))}`;
    const changed = change(signatureOf(input));
    return `${input}.${typeof changed === 'string' ? changed : changed.toString('base64url')}`;
  };
  const unsigned = (alg: unknown, signature = '') =>
    `${encode({ ...goodHeader(), alg })}.${encode(goodClaims(START))}.${signature}`;
  const withHmac = (secret: string | Buffer) => {
    const input = `${encode({ ...goodHeader(), alg: 'HS256' })}.${encode(goodClaims(START))}`;
    return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
  };
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
    ['alg none', () => unsigned('none')],
    ['alg none with a signature', () => unsigned('none', 'AAAA')],
    ['alg None', () => unsigned('None', 'AAAA')],
    ['alg NONE', () => unsigned('NONE', 'AAAA')],
    ['alg nOnE', () => unsigned('nOnE', 'AAAA')],
    ['alg empty', () => unsigned('', 'AAAA')],
    ['alg null', () => unsigned(null, 'AAAA')],
    ['alg as a list', () => unsigned(['ES256'], 'AAAA')],
    ['alg missing', () => withoutHeader('alg')],
    ['alg in lower case', () => withHeader({ alg: 'es256' })],
    ['alg of the same family', () => withHeader({ alg: 'ES384' })],
    ['alg of the same family, 512', () => withHeader({ alg: 'ES512' })],
    ['alg ES256K', () => withHeader({ alg: 'ES256K' })],
    ['alg of another family', () => withHeader({ alg: 'RS256' })],
    ['HS256 with the public key as PEM', () => withHmac(publicKey.export({ type: 'spki', format: 'pem' }))],
    ['HS256 with the public key as DER', () => withHmac(publicKey.export({ type: 'spki', format: 'der' }))],
    ['HS256 with the public key as JWK', () => withHmac(JSON.stringify(publicJwk))],
    ['HS256 with an empty secret', () => withHmac('')],
    ['crit', () => withHeader({ crit: ['exp'], exp: SECONDS + 60 })],
    ['crit, empty', () => withHeader({ crit: [] })],
    ['crit with b64', () => withHeader({ crit: ['b64'], b64: false })],
    ['b64 false', () => withHeader({ b64: false })],
    ['b64 true', () => withHeader({ b64: true })],
    [
      'a key in the token, which signed it',
      async () => {
        const pair = stranger();
        return made({ ...goodHeader(), jwk: await exportJWK(pair.publicKey) }, goodClaims(START), pair.privateKey);
      },
    ],
    [
      'a key in the token and no kid',
      async () => {
        const pair = stranger();
        const header = { alg: 'ES256', typ: 'at+jwt', jwk: await exportJWK(pair.publicKey) };
        return made(header, goodClaims(START), pair.privateKey);
      },
    ],
    ['jku', () => made({ ...goodHeader(), jku: 'http://127.0.0.1:9/' }, goodClaims(START), stranger().privateKey)],
    ['x5u', () => made({ ...goodHeader(), x5u: 'http://127.0.0.1:9/' }, goodClaims(START), stranger().privateKey)],
    ['x5c', () => made({ ...goodHeader(), x5c: ['MIIB'] }, goodClaims(START), stranger().privateKey)],
    ['the key of a stranger', () => made(goodHeader(), goodClaims(START), stranger().privateKey)],
    [
      'encrypted',
      () =>
        new CompactEncrypt(Buffer.from(JSON.stringify(goodClaims(START))))
          .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', typ: 'at+jwt', kid })
          .encrypt(publicKey),
    ],
    ['a token in a token', () => made({ ...goodHeader(), cty: 'JWT' }, withClaims({}))],
    ['a token in a token, as JSON', () => made({ ...goodHeader(), cty: 'JWT' }, JSON.stringify(withClaims({})))],
    ['a signature of zeros', () => withSignature(() => Buffer.alloc(64))],
    ['no signature', () => withSignature(() => '')],
    ['a signature cut short', () => withSignature((signature) => signature.subarray(0, 63))],
    ['a signature of one byte more', () => withSignature((signature) => Buffer.concat([signature, Buffer.alloc(1)]))],
    [
      'r and s swapped',
      () => withSignature((signature) => Buffer.concat([signature.subarray(32), signature.subarray(0, 32)])),
    ],
    [
      'a signature in DER',
      () => {
        const input = `${encode(goodHeader())}.${encode(goodClaims(START))}`;
        return `${input}.${createSign('sha256').update(input).sign(privateKey).toString('base64url')}`;
      },
    ],
    ['kid missing', () => withoutHeader('kid')],
    ['kid foreign', () => withHeader({ kid: 'another' })],
    ['kid of another type', () => withHeader({ kid: 1 })],
    ['kid empty', () => withHeader({ kid: '' })],
    ['kid as a path', () => withHeader({ kid: `../../${kid}` })],
    ['kid with quotes', () => withHeader({ kid: `${kid}' OR '1'='1` })],
    ['kid with NUL', () => withHeader({ kid: `${kid}\0` })],
    ['kid of 10 kB', () => withHeader({ kid: 'k'.repeat(10_000) })],
    ['exp missing', () => withoutClaim('exp')],
    ['exp past', () => withClaims({ iat: SECONDS - 600, exp: SECONDS - 5 })],
    ['exp as text', () => withClaims({ exp: String(SECONDS + 60) })],
    ['exp as a list', () => withClaims({ exp: [SECONDS + 60] })],
    ['exp null', () => withClaims({ exp: null })],
    ['exp infinite', () => withClaimsText((text) => text.replace(/"exp":\d+/, '"exp":1e400'))],
    ['exp in milliseconds', () => withClaims({ exp: START + 60_000 })],
    ['exp and iat in milliseconds', () => withClaims({ iat: START, exp: START + 60_000 })],
    ['exp negative', () => withClaims({ exp: -1 })],
    ['exp before iat', () => withClaims({ iat: SECONDS + 4, exp: SECONDS + 3 })],
    ['nbf in the future', () => withClaims({ nbf: SECONDS + 6 })],
    ['nbf as text', () => withClaims({ nbf: '0' })],
    ['iat missing', () => withoutClaim('iat')],
    ['iat in the future', () => withClaims({ iat: SECONDS + 6 })],
    ['iat in the future, nbf past', () => withClaims({ iat: SECONDS + 6, nbf: SECONDS - 60 })],
    ['iat infinite', () => withClaimsText((text) => text.replace(/"iat":\d+/, '"iat":-1e400'))],
    ['a lifetime over a day', () => withClaims({ exp: SECONDS + 86_401 })],
    ['iss missing', () => withoutClaim('iss')],
    ['iss with a slash more', () => withClaims({ iss: `${PUBLIC_URL}/` })],
    ['iss in upper case', () => withClaims({ iss: PUBLIC_URL.toUpperCase() })],
    ['iss that begins alike', () => withClaims({ iss: `${PUBLIC_URL}.evil.example` })],
    ['iss as a list', () => withClaims({ iss: [PUBLIC_URL] })],
    ['iss of a prototype', () => withClaims({ iss: '__proto__' })],
    ['aud missing', () => withoutClaim('aud')],
    ['aud foreign', () => withClaims({ aud: 'https://other.example' })],
    ['aud as an object', () => withClaims({ aud: { [PUBLIC_URL]: true } })],
    ['aud as a list of others', () => withClaims({ aud: ['https://other.example'] })],
    ['aud as an empty list', () => withClaims({ aud: [] })],
    ['sub missing', () => withoutClaim('sub')],
    ['sub empty', () => withClaims({ sub: '' })],
    ['sub as a list', () => withClaims({ sub: [CLIENT_ID] })],
    ['sub as a number', () => withClaims({ sub: 1 })],
    ['typ of an ID token', () => withHeader({ typ: 'JWT' })],
    ['typ of a logout token', () => withHeader({ typ: 'logout+jwt' })],
    ['typ missing', () => withoutHeader('typ')],
    ['typ as a list', () => withHeader({ typ: ['at+jwt'] })],
    ['scope as a list', () => withClaims({ scope: ['sites:read'] })],
    ['scope missing', () => withoutClaim('scope')],
    ['a claim twice', () => withClaimsText((text) => text.replace('{', `{"sub":"${CLIENT_ID}",`))],
    ['a claim twice, once escaped', () => withClaimsText((text) => text.replace('{', String.raw`{"\u0073ub":"x",`))],
    ['a claim twice, further down', () => withClaimsText((text) => text.replace('{', '{"x":[{"a":1,"a":1}],'))],
    ['a header field twice', () => made(`{"alg":"none",${JSON.stringify(goodHeader()).slice(1)}`, goodClaims(START))],
    ['claims that are no object', () => made(goodHeader(), [goodClaims(START)])],
    ['claims that are no UTF-8', () => withClaimsText((text) => text).replace(/\.[^.]+\./, '._w.')],
    ['padding', () => `${withClaims({})}=`],
    ['a part more', () => `${withClaims({})}.`],
    ['white space behind it', () => `${withClaims({})}\n`],
    ['a controller key', () => 'sck_V1StGXR8Z5jdHi6BmyTV1StGXR8Z5jdHi6BmyT'],
    ['nothing', () => ''],
    ['dots', () => '..'],
    ['1 MB', () => withClaims({ x: 'x'.repeat(1_000_000) })],
    [
      'deep nesting',
      () => withClaimsText((text) => text.replace('{', `{"x":${'['.repeat(2_500)}${']'.repeat(2_499)},`)),
    ],
  ])('is refused: %s', async (_title, make) => {
    await expect(verify(await make())).resolves.toBeUndefined();
  });

  it.each<[string, () => string]>([
    ['aud as a list with others', () => withClaims({ aud: ['https://other.example', PUBLIC_URL] })],
    ['typ as a full media type', () => withHeader({ typ: 'application/at+jwt' })],
    ['typ in upper case', () => withHeader({ typ: 'AT+JWT' })],
    ['an unknown header field', () => withHeader({ x5t: 'abc' })],
    ['a lifetime of one day', () => withClaims({ exp: SECONDS + 86_400 })],
    ['expired 4 s ago', () => withClaims({ iat: SECONDS - 60, exp: SECONDS - 4 })],
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
    ['sites:read,schedules:write', []],
    ['sites:read\tschedules:write', []],
    ['fleet', []],
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

  it('is refused when bytes are cut out, doubled or moved', async () => {
    const token = withClaims({});
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length), fc.nat(token.length), fc.nat(token.length), async (one, two, to) => {
        const [from, until] = one < two ? [one, two] : [two, one];
        const rest = token.slice(0, from) + token.slice(until);
        const moved = rest.slice(0, to) + token.slice(from, until) + rest.slice(to);
        const doubled = token.slice(0, until) + token.slice(from);
        for (const changed of [rest, moved, doubled]) {
          if (changed !== token) expect(await verify(changed)).toBeUndefined();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is taken whatever else it claims', async () => {
    const extra = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    const reserved = new Set([...Object.keys(goodClaims(START)), 'nbf']);
    await fc.assert(
      fc.asyncProperty(extra, async (claims) => {
        const own = Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name)));
        const token = made(goodHeader(), { ...own, ...goodClaims(START) });
        fc.pre(token.length < 8_000);
        expect(await verify(token)).toMatchObject({ subject: CLIENT_ID });
      }),
    );
  });
});
