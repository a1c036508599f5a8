import { PATHS, SESSION_PATHS } from '@setpoint/contract';
import { decodeJwt, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../testing/start-app.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { type Browser, LOGOUT_EVENTS, signInWorldOfTest, startSignInProviders } from '../../testing/sign-in-world.ts';
import { inEachTest } from '../../testing/of-tests.ts';

const SESSION = '__Host-setpoint-session';
const A_MOMENT_MS = 300;
const STATE = '__Host-setpoint-sign-in';

const providers = await startSignInProviders();
const world = inEachTest(() => signInWorldOfTest(providers));

describe('attacks on a sign-in', () => {
  const nobodyIn = async (page: Browser) => expect(await page.token()).toBeUndefined();

  /** By how the browser hears that it is not signed in. */
  const attacks: Readonly<Record<string, Readonly<Record<string, (page: Browser) => Promise<string>>>>> = {
    failed: {
      'a code that is used twice at a provider that takes it twice': async (page) => {
        providers.company.takesCodesAgain = true;
        const back = await providers.company.browse(await page.begin('company'));
        const state = page.cookies.get(STATE) ?? '';
        expect(await page.comeBack(back)).toBe('/');
        page.cookies.clear();
        page.cookies.set(STATE, state);
        return page.comeBack(back);
      },
      'the state of another sign-in': async (page) => {
        const back = await providers.company.browse(await page.begin('company'));
        await page.begin('company');
        return page.comeBack(back);
      },
      'mix-up: one provider answers what the other was asked': async (page) => {
        const back = new URL(await providers.company.browse(await page.begin('company')));
        back.pathname = '/session/callback/partner';
        return page.comeBack(back.href);
      },
      'a wrong nonce': async (page) => {
        const url = new URL(await page.begin('company'));
        url.searchParams.set('nonce', 'of another sign-in');
        return page.comeBack(await providers.company.browse(url.href));
      },
      'a verifier that the code was not made for': async (page) => {
        const url = new URL(await page.begin('company'));
        url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
        return page.comeBack(await providers.company.browse(url.href));
      },
    },
    expired: {
      'login CSRF: the code of the attacker in the browser of the victim': async (page) => {
        const attacker = world.browser();
        const back = await providers.company.browse(await attacker.begin('company'));
        return page.comeBack(back);
      },
      'a sign-in that was written by somebody else': async (page) => {
        const back = await providers.company.browse(await page.begin('company'));
        const [header, , signature] = (page.cookies.get(STATE) ?? '').split('.');
        const claims = decodeJwt(page.cookies.get(STATE) ?? '');
        const changed = Buffer.from(JSON.stringify({ ...claims, to: '/elsewhere' })).toString('base64url');
        page.cookies.set(STATE, `${header}.${changed}.${signature}`);
        return page.comeBack(back);
      },
    },
    refused: {
      'a refusal of the provider': async (page) => {
        providers.company.who = undefined;
        return page.comeBack(await providers.company.browse(await page.begin('company')));
      },
    },
  };

  it.each(
    Object.entries(attacks).flatMap(([ends, each]) =>
      Object.entries(each).map(([attack, run]) => ({ attack, run, ends })),
    ),
  )('$attack lets nobody in', async ({ run, ends }) => {
    const page = world.browser();
    expect(await run(page)).toBe(`/?sign-in=${ends}`);
    await nobodyIn(page);
  });

  it('an ID token that is signed in another way than was agreed lets nobody in', async () => {
    for (const algorithm of ['ES256', 'PS256']) {
      await world.restart(providers.settings({ algorithm }));
      const page = world.browser();
      expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=failed');
      await nobodyIn(page);
    }
  });

  it.each([
    '//evil.example',
    'https://evil.example',
    String.raw`/\evil.example`,
    '/..//evil.example',
    '/\t/evil.example',
  ])('open redirect: %j leads to the first page', async (to) => {
    expect(await world.browser().signIn(providers.company, 'company', to)).toBe('/');
  });

  it('session fixation: a secret from before is worth nothing afterwards', async () => {
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    const planted = page.cookies.get(SESSION) ?? '';
    providers.company.who = 'bob';
    await page.signIn(providers.company, 'company');
    expect(page.cookies.get(SESSION)).not.toBe(planted);
    expect(await page.token()).toMatchObject({ clientName: 'Bob' });
    const attacker = world.browser();
    attacker.cookies.set(SESSION, planted);
    await nobodyIn(attacker);
    attacker.cookies.set(SESSION, 'scw_chosen-by-the-attacker');
    await attacker.signIn(providers.company, 'company');
    expect(attacker.cookies.get(SESSION)).not.toBe('scw_chosen-by-the-attacker');
  });

  it('a stolen cookie is refused from any other origin, and no other page begins a sign-in', async () => {
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    const cookie = `${SESSION}=${page.cookies.get(SESSION)}`;
    for (const headers of [
      { cookie },
      { cookie, origin: 'https://evil.example' },
      { cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
      { cookie, origin: PUBLIC_URL, 'sec-fetch-site': 'same-site' },
      { cookie, origin: 'null' },
    ]) {
      for (const [method, url] of [
        ['POST', SESSION_PATHS.token],
        ['POST', SESSION_PATHS.session],
        ['DELETE', SESSION_PATHS.session],
        ['DELETE', SESSION_PATHS.everywhere],
        ['POST', SESSION_PATHS.signIn],
      ] as const) {
        const payload = { provider: 'company' };
        expect((await world.app.inject({ method, url, headers, payload })).statusCode).toBe(403);
      }
    }
    expect(await page.token()).toBeDefined();
  });

  it('cookies are for this host alone, and unseen by scripts', async () => {
    const page = world.browser();
    const begun = await page.ask('POST', SESSION_PATHS.signIn, { provider: 'company' });
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-setpoint-sign-in=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const back = await providers.company.browse(begun.json<{ url: string }>().url);
    const answer = await page.ask('GET', new URL(back).pathname + new URL(back).search);
    expect([answer.headers['set-cookie']].flat()[1]).toMatch(
      /^__Host-setpoint-session=scw_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
  });

  it('groups that were claimed too long ago count no more', async () => {
    await world.nameGroup('viewer');
    let page = world.browser();
    await page.signIn(providers.company, 'company');
    expect(await world.asked(await page.token())).toBe(200);
    // They count by the clock of the database, and that of the service is behind it: so they do for a moment.
    world.clock.aheadMs = A_MOMENT_MS - 60_000;
    const sessionTimes = { groupsGoodForMs: 60_000 };
    await world.restart(providers.settings({ clockToleranceSeconds: 60 }), { sessionTimes });
    page = world.browser();
    await page.signIn(providers.company, 'company');
    const token = await page.token();
    const [group] = await world.world.query('SELECT ends_at FROM claimed_group');
    expect(
      await lookUntil(
        () => world.asked(token),
        (status) => status !== 200,
      ),
    ).toBe(403);
    expect(Date.now()).toBeGreaterThanOrEqual(Number(group?.['ends_at']));
    expect([await world.asked(token, PATHS.fleetMe), (await page.token())?.scope]).toEqual([200, '']);
  });

  it('a notice that is forged, old, or no notice ends nothing', async () => {
    const page = world.browser();
    await page.signIn(providers.company, 'company');
    const good = { sub: 'ada' };
    const idToken = await world.logoutToken({ ...good, nonce: 'x' });
    const forged = await new SignJWT({ ...good, events: LOGOUT_EVENTS })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuer(providers.company.issuer)
      .setAudience(providers.company.clientId)
      .setIssuedAt()
      .setJti('x')
      .sign(new TextEncoder().encode('secret of setpoint at the provider'));
    for (const token of [
      '',
      'x.y.z',
      idToken,
      forged,
      await world.logoutToken({ ...good, events: {} }),
      await world.logoutToken({ ...good, aud: 'another' }),
      await world.logoutToken({ ...good, iss: providers.partner.issuer }),
      await world.logoutToken({ ...good, iat: Math.floor(Date.now() / 1_000) - 3_600 }),
      await world.logoutToken({}),
      await world.logoutToken({ ...good, sub: {} }),
      await world.logoutToken({ ...good, sub: 7 }),
    ]) {
      expect([token, await world.notify(token)]).toEqual([token, 400]);
    }
    expect(await world.notify(await world.logoutToken(good), 'partner')).toBe(400);
    expect(await page.token()).toBeDefined();
  });
});
