import { decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL } from '../../../testing/open-test-identity.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';
import { signToken } from '../tokens/sign-token.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('signing keys', async () => {
  let keys: SigningKeys;

  const identity = await ofTests(openTestIdentity());
  // So late that whatever was there is gone.
  beforeEach(async () => {
    identity.clock.at += 100 * DAY_MS;
    keys = await openMore();
  });

  const openMore = () => openSigningKeys({ store: identity.store, now: () => identity.clock.at });
  const kidsOf = async (of: SigningKeys) => (await of.publicKeys()).keys.map(({ kid }) => kid);
  const sign = (by: SigningKeys, lifetimeSeconds = 86_400) =>
    signToken(by, {
      publicUrl: PUBLIC_URL,
      clientId: CLIENT_ID,
      scopes: ['sites:read'],
      generation: 1,
      lifetimeSeconds,
      now: identity.clock.at,
    });
  const isTaken = async (token: string) => (await identity.authenticateWith([])(`Bearer ${token}`)) !== undefined;

  it('are made once, however many nodes start together', async () => {
    identity.clock.at += 40 * DAY_MS;
    await Promise.all([openMore(), openMore(), openMore()]);
    await expect(kidsOf(keys)).resolves.toHaveLength(1);
  });

  it('are published without their private part', async () => {
    const { keys: published } = await keys.publicKeys();
    expect(published.map((key) => Object.keys(key).sort())).toEqual([['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']]);
  });

  it('are published before they sign, and sign on time', async () => {
    const first = (await keys.signingKey()).kid;
    identity.clock.at += 30 * DAY_MS;
    expect((await keys.signingKey()).kid).toBe(first);
    await expect(kidsOf(keys)).resolves.toHaveLength(2);
    identity.clock.at += 10 * MINUTE_MS;
    expect((await keys.signingKey()).kid).not.toBe(first);
  });

  it('are known to every node by the time they sign, whatever strangers ask it before', async () => {
    const other = await openMore();
    const { kid } = await keys.signingKey();
    await other.findKey({ kid, alg: 'ES256' });
    identity.clock.at += 30 * DAY_MS;
    await keys.signingKey();
    identity.clock.at += 10 * MINUTE_MS;
    await other.findKey({ kid: 'junk', alg: 'ES256' });
    const next = await keys.signingKey();
    await expect(other.findKey({ kid: next.kid, alg: 'ES256' })).resolves.toBeDefined();
  });

  it('verify all they signed until it has ended, through two years of rotations', async () => {
    const living: { token: string; until: number }[] = [];
    const refused: string[] = [];
    for (let step = 0; step < 150; step += 1) {
      // Uneven steps: minutes, hours, days and long silences.
      identity.clock.at +=
        [3 * MINUTE_MS, 11 * MINUTE_MS, HOUR_MS, 23 * HOUR_MS, DAY_MS, 31 * DAY_MS][(step * 7) % 6] ?? 0;
      if (step % 25 === 0) identity.clock.at += 30 * DAY_MS + (step % 50) * HOUR_MS;
      living.push({ token: await sign(keys), until: identity.clock.at + DAY_MS });
      for (const { token, until } of living) {
        if (until > identity.clock.at && !(await isTaken(token))) refused.push(token);
      }
    }
    expect(refused).toEqual([]);
    const used = new Set(living.map(({ token }) => decodeProtectedHeader(token).kid));
    expect(used.size).toBeGreaterThan(10);
  });

  it('that were behind their time when a token was asked for sign no more', async () => {
    const first = (await keys.signingKey()).kid;
    identity.clock.at += 31 * DAY_MS + HOUR_MS;
    const token = await sign(keys);
    expect(decodeProtectedHeader(token).kid).not.toBe(first);
    identity.clock.at += 23 * HOUR_MS;
    await expect(isTaken(token)).resolves.toBe(true);
  });

  it('are published no longer than a token of theirs can live', async () => {
    const first = (await keys.signingKey()).kid;
    identity.clock.at += 30 * DAY_MS;
    await keys.signingKey();
    identity.clock.at += 25 * HOUR_MS;
    await expect(kidsOf(keys)).resolves.toContain(first);
    identity.clock.at += 11 * MINUTE_MS;
    await expect(kidsOf(keys)).resolves.not.toContain(first);
    await expect(keys.findKey({ kid: first, alg: 'ES256' })).resolves.toBeUndefined();
  });

  it('are others than the one that seals the audit log, which is published and verifies no token', async () => {
    const [one, other] = await Promise.all([keys.sealingKey(), (await openMore()).sealingKey()]);
    expect(other.kid).toBe(one.kid);
    expect(await kidsOf(keys)).toEqual([(await keys.signingKey()).kid, one.kid]);
    expect((await keys.list()).map(({ kid }) => kid)).not.toContain(one.kid);
    await expect(isTaken(await sign({ ...keys, signingKey: () => keys.sealingKey() }))).resolves.toBe(false);
    await expect(isTaken(await sign(keys))).resolves.toBe(true);
    // It does not go with the time.
    identity.clock.at += 100 * DAY_MS;
    expect(await kidsOf(await openMore())).toContain(one.kid);
  });
});
