import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgeIdToken } from '../../../testing/forge-id-token.ts';
import { openSignInWorld, startSignInProviders } from '../../../testing/sign-in-world.ts';
import { ofTests } from '../../../testing/of-tests.ts';

const providers = await startSignInProviders();

const world = await ofTests(openSignInWorld(providers));
afterEach(() => {
  providers.reset();
  world.clock.aheadMs = 0;
});

type Instant = 'exp' | 'nbf' | 'iat';

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

async function signIn(claim: Instant, seconds: number): Promise<boolean> {
  const { company } = providers;
  const claims = { iat: inSeconds(world.clock.aheadMs / 1_000), [claim]: inSeconds(seconds) };
  company.answer = (idToken) => forgeIdToken(idToken, company.signingKey, { claims });
  const page = world.browser();
  await page.signIn(company, 'company');
  return (await page.token()) !== undefined;
}

async function isHeard(claim: Instant, seconds: number): Promise<boolean> {
  const notice = await world.logoutToken({ sub: 'nobody', [claim]: inSeconds(seconds) });
  return (await world.notify(notice)) === 200;
}

// What is taken is so for 15 s more at least, however slow the machine.
const TOLERANCES: readonly (readonly [set: object, seconds: number])[] = [
  [{}, 30],
  [{ clockToleranceSeconds: 0 }, 0],
  [{ clockToleranceSeconds: 300 }, 300],
];

describe.each(TOLERANCES)('with %j, the clock of a provider', (set, tolerance) => {
  beforeAll(() => world.restart(providers.settings(set)));

  it(`may be ${tolerance} s behind`, async () => {
    expect(await signIn('exp', 15 - tolerance)).toBe(true);
    expect(await signIn('exp', -tolerance)).toBe(false);
    // So is a sign-in for ten.
    expect(await signIn('iat', 15 - tolerance - 600)).toBe(true);
    expect(await signIn('iat', -1 - tolerance - 600)).toBe(false);
    expect(await isHeard('exp', 15 - tolerance)).toBe(true);
    expect(await isHeard('exp', -tolerance)).toBe(false);
    // For two minutes it is news.
    expect(await isHeard('iat', 15 - tolerance - 120)).toBe(true);
    expect(await isHeard('iat', -1 - tolerance - 120)).toBe(false);
  });

  it(`may be ${tolerance} s ahead`, async () => {
    for (const claim of ['nbf', 'iat'] as const) {
      expect(await isHeard(claim, tolerance)).toBe(true);
      expect(await isHeard(claim, tolerance + 15)).toBe(false);
    }
    for (const claim of ['nbf', 'iat'] as const) {
      expect(await signIn(claim, tolerance)).toBe(true);
      expect(await signIn(claim, tolerance + 15)).toBe(false);
    }
  });
});

it.each([
  { aheadSeconds: 60, claim: 'exp', good: 45, bad: 30, news: -75, old: -91 },
  { aheadSeconds: -60, claim: 'nbf', good: -30, bad: -15, news: -30, old: -15 },
] as const)('the clock of the store counts, where that of the machine is another: $aheadSeconds s', async (row) => {
  world.clock.aheadMs = row.aheadSeconds * 1_000;
  await world.restart(providers.settings());
  expect([await signIn(row.claim, row.good), await signIn(row.claim, row.bad)]).toEqual([true, false]);
  expect([await isHeard('iat', row.news), await isHeard('iat', row.old)]).toEqual([true, false]);
});

it('a notice ends a session that began before it, also where the clock of the provider is behind', async () => {
  await world.restart(providers.settings());
  const [before, after] = [world.browser(), world.browser()];
  await before.signIn(providers.company, 'company');
  expect(await world.notify(await world.logoutToken({ sub: 'ada', iat: inSeconds(-20) }))).toBe(200);
  expect(await before.token()).toBeUndefined();
  await after.signIn(providers.company, 'company');
  expect(await world.notify(await world.logoutToken({ sub: 'ada', iat: inSeconds(-60) }))).toBe(200);
  expect(await after.token()).toBeDefined();
});
