import type { ClientId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Authenticate } from '../caller.ts';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL } from '../../../testing/open-test-identity.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { signToken } from './sign-token.ts';
import { rotateSigningKey } from '../keys/rotate-signing-key.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('authentication', async () => {
  let authenticate: Authenticate;

  const identity = await ofTests(openTestIdentity());
  beforeEach(() => {
    identity.clock.at = Math.ceil(identity.clock.at / MINUTE_MS) * MINUTE_MS;
    authenticate = identity.authenticateWith([]);
  });

  const tokenOf = (clientId: string, lifetimeSeconds = 3_600) =>
    signToken(identity.keys, {
      publicUrl: PUBLIC_URL,
      clientId: clientId as ClientId,
      scopes: ['sites:read'],
      generation: 1,
      lifetimeSeconds,
      now: identity.clock.at,
    });
  // As a request does it: what comes at once is taken at once.
  const callerOf = async (authorization: string | undefined) => authenticate(authorization);

  it('finds the client that a token names, with the scopes of the token', async () => {
    await expect(callerOf(`Bearer ${await tokenOf(CLIENT_ID)}`)).resolves.toEqual({
      clientId: CLIENT_ID,
      scopes: new Set(['sites:read']),
      generation: 1,
      keyRevision: 0,
    });
  });

  it('answers at once for a token it verified before', async () => {
    const authorization = `Bearer ${await tokenOf(CLIENT_ID)}`;
    expect(authenticate(authorization)).toBeInstanceOf(Promise);
    const caller = await callerOf(authorization);
    expect(authenticate(authorization)).toBe(caller);
  });

  it('verifies anew after a minute, and when the clock was set back', async () => {
    const authorization = `Bearer ${await tokenOf(CLIENT_ID)}`;
    await callerOf(authorization);
    identity.clock.at += MINUTE_MS - 1;
    expect(authenticate(authorization)).not.toBeInstanceOf(Promise);
    identity.clock.at += 1;
    const again = authenticate(authorization);
    expect(again).toBeInstanceOf(Promise);
    await again;
    identity.clock.at -= 1;
    expect(authenticate(authorization)).toBeInstanceOf(Promise);
  });

  it('looks at the end of a remembered token each time', async () => {
    const authorization = `Bearer ${await tokenOf(CLIENT_ID, 30)}`;
    await callerOf(authorization);
    identity.clock.at += 34_999;
    await expect(callerOf(authorization)).resolves.toBeDefined();
    identity.clock.at += 1;
    await expect(callerOf(authorization)).resolves.toBeUndefined();
  });

  it('refuses a token whose key was withdrawn, a minute and a half later at most', async () => {
    const authorization = `Bearer ${await tokenOf(CLIENT_ID)}`;
    await callerOf(authorization);
    const { at } = identity.clock;
    const candidate = { kid: 'next', privateJwk: '{}', publicJwk: '{"kty":"EC"}', createdAt: at + 1 };
    await identity.store.write(rotateSigningKey, { candidate, rotateBefore: at, removeBefore: at });
    identity.clock.at += 90_000;
    await expect(callerOf(authorization)).resolves.toBeUndefined();
    // The others need a key that signs.
    identity.clock.at += 100 * DAY_MS;
    await identity.keys.signingKey();
  });

  it.each([
    ['bearer', true],
    ['Bearer ', true],
    ['Basic', false],
    ['DPoP', false],
    ['Bearer\t', false],
    ['Bearer,', false],
    ['', false],
  ])('under the scheme %j takes a token: %j', async (scheme, isTaken) => {
    const caller = await callerOf(`${scheme} ${await tokenOf(CLIENT_ID)}`);
    expect(caller !== undefined).toBe(isTaken);
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', `Bearer ${'x'.repeat(1_000_000)}`])(
    'takes %j for nobody',
    async (text) => {
      await expect(callerOf(text)).resolves.toBeUndefined();
    },
  );

  it('takes two tokens in one header for none', async () => {
    const token = await tokenOf(CLIENT_ID);
    await expect(callerOf(`Bearer ${token}, Bearer ${token}`)).resolves.toBeUndefined();
    await expect(callerOf(`Bearer ${token} ${token}`)).resolves.toBeUndefined();
  });

  it('takes a subject that is no client id for nobody', async () => {
    await expect(callerOf(`Bearer ${await tokenOf('operator')}`)).resolves.toBeUndefined();
  });

  it('remembers a token once, however its header is written', async () => {
    authenticate = identity.authenticateWith([], 2);
    const [token, other] = [await tokenOf(CLIENT_ID), await tokenOf(CLIENT_ID)];
    await callerOf(`Bearer ${other}`);
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ', 'bEARER   ']) {
      await callerOf(`${scheme} ${token}`);
      expect(authenticate(`Bearer ${token}`)).not.toBeInstanceOf(Promise);
    }
    expect(authenticate(`Bearer  ${other}`)).not.toBeInstanceOf(Promise);
  });

  it('waits for a turn before it verifies a signature, and not for what it remembers', async () => {
    let turns = 0;
    const turn = () => void (turns += 1);
    const token = await tokenOf(CLIENT_ID);
    await authenticate(`Bearer ${token.slice(0, -2)}`, false, turn);
    await authenticate(`Bearer ${token}`, false, turn);
    await authenticate(`Bearer ${token}`, false, turn);
    expect(turns).toBe(2);
    const refuse = () => Promise.reject(new Error('too many'));
    await expect(authenticate(`Bearer ${token.slice(0, -3)}`, false, refuse)).rejects.toThrow('too many');
  });

  it('forgets the oldest token when it remembers too many', async () => {
    authenticate = identity.authenticateWith([], 3);
    const [first = '', second = '', ...others] = await Promise.all(
      Array.from({ length: 4 }, async () => `Bearer ${await tokenOf(CLIENT_ID)}`),
    );
    for (const authorization of [first, second, ...others]) await callerOf(authorization);
    expect(authenticate(second)).not.toBeInstanceOf(Promise);
    expect(authenticate(first)).toBeInstanceOf(Promise);
  });
});
