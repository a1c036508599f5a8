import { type DeviceLogin, SESSION_PATHS } from '@setpoint/contract';
import { generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Forged, forgeIdToken } from '../../../testing/forge-id-token.ts';
import {
  type Browser,
  openCommandLine,
  openSignInWorld,
  startSignInProviders,
} from '../../../testing/sign-in-world.ts';
import { ofTests } from '../../../testing/of-tests.ts';

const providers = await startSignInProviders();

const world = await ofTests(openSignInWorld(providers));
await world.nameGroup('viewer');
const foreign = await generateKeyPair('RS256', { extractable: true });
afterEach(() => providers.reset());

type Forging = (idToken: string) => Promise<string | undefined>;

const seconds = () => Math.floor(Date.now() / 1_000);
const forge = (idToken: string, forged: Forged) => forgeIdToken(idToken, providers.company.signingKey, forged);

// One for each rule that is set or written here. Each is good but for one thing, and puts whoever it names into the
// group that may see all sites.
const FORGED: readonly (readonly [what: string, Forging])[] = [
  ['the key of somebody else by the name of its own', (token) => forge(token, { key: foreign.privateKey })],
  ['another audience', (token) => forge(token, { claims: { aud: 'another' } })],
  ['one audience, made for another', (token) => forge(token, { claims: { azp: 'another' } })],
  ['another issuer', (token) => forge(token, { claims: { iss: providers.partner.issuer } })],
  ['a time at which it was made that is to come', (token) => forge(token, { claims: { iat: seconds() + 3_600 } })],
];

// A session that is renewed may do without an ID token, or have one of its sign-in.
const FORGED_AT_SIGN_IN: readonly (readonly [what: string, Forging])[] = [
  ...FORGED,
  ['no ID token', async () => undefined],
  ['a time at which it was made that is long past', (token) => forge(token, { claims: { iat: seconds() - 700 } })],
];

/** Lets the provider answer an ID token that names the group, with this done to it. */
function answering(forged: Forging): { readonly times: () => number } {
  let times = 0;
  providers.company.answer = async (made) => {
    const answered = await forged(await forge(made, { claims: { groups: ['trading'] } }));
    // It came so far: an attack that could not be made would let nobody in, either.
    times += 1;
    return answered;
  };
  return { times: () => times };
}

let codes = 0;

/** Signs in by a code that is typed elsewhere, each time from another address: one may not try as often. */
async function signInByCode() {
  const line = openCommandLine(world);
  const body = { provider: 'company' };
  codes += 1;
  const from = `192.0.2.${codes}`;
  const begun = (await line.send('POST', SESSION_PATHS.commandLineDevice, { body, from })).json<DeviceLogin>();
  await providers.company.typeCode(begun.url, begun.userCode);
  return line.send('POST', SESSION_PATHS.commandLinePoll, { body: { ticket: begun.ticket } });
}

const sessions = () => world.world.query('SELECT session_id FROM console_session ORDER BY session_id');

describe('an ID token', () => {
  beforeEach(() => {
    providers.company.who = 'bob';
  });

  it('lets in whom it names, with the groups that it names', async () => {
    const answered = answering(async (token) => token);
    const page = world.browser();
    expect(await page.signIn(providers.company, 'company')).toBe('/');
    expect(await page.token()).toMatchObject({ clientName: 'Bob', scope: 'sites:read' });
    expect(answered.times()).toBe(1);
  });

  it.each(FORGED_AT_SIGN_IN)('with %s lets nobody in', async (_attack, forged) => {
    const before = await sessions();
    const answered = answering(forged);
    const page = world.browser();
    expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=failed');
    expect([await page.token(), await sessions(), answered.times()]).toEqual([undefined, before, 1]);
  });

  it.each(FORGED_AT_SIGN_IN)('with %s lets nobody in by a code that was typed elsewhere', async (_attack, forged) => {
    const before = await sessions();
    const answered = answering(forged);
    const polled = await signInByCode();
    expect(polled.statusCode).toBe(401);
    expect(polled.json<{ message: string }>().message).toContain('the answer of the provider cannot be trusted');
    expect([await sessions(), answered.times()]).toEqual([before, 1]);
  });

  it.each(['/token', '/me'] as const)('lets nobody in where %s answers what is not said to be JSON', async (path) => {
    const before = await sessions();
    const page = world.browser();
    // So that it is asked for the rest.
    providers.company.answer = (token) => forge(token, { claims: { name: undefined } });
    for (const type of ['text/html', 'text/plain; charset=application/json', 'application/json5']) {
      providers.company.types.set(path, type);
      expect(await page.signIn(providers.company, 'company')).toBe('/?sign-in=failed');
      expect((await signInByCode()).statusCode).toBe(503);
    }
    expect([await page.token(), await sessions()]).toEqual([undefined, before]);
    providers.company.types.set(path, 'Application/JSON ; charset=utf-8');
    expect(await page.signIn(providers.company, 'company')).toBe('/');
  });

  it('that the provider fails to make is no answer that cannot be trusted', async () => {
    // Exposed, it is not printed.
    const fault = Object.assign(new Error('a fault of its own'), { status: 503, expose: true });
    providers.company.answer = () => Promise.reject(fault);
    const polled = await signInByCode();
    expect(polled.statusCode).toBe(503);
    expect(polled.json<{ message: string }>().message).toContain('try again shortly');
  });
});

describe('an ID token of a session that is renewed', () => {
  // Each time it is due anew.
  const A_TURN_MS = 61_000;
  let page: Browser;

  beforeEach(async () => {
    await world.restart(providers.settings(), { sessionTimes: { askAgainMs: 60_000 } });
    providers.company.who = 'bob';
    page = world.browser();
    await page.signIn(providers.company, 'company');
  });
  afterEach(() => {
    world.clock.aheadMs = 0;
  });

  it.each(FORGED)('gives no group with %s', async (_attack, forged) => {
    const answered = answering(forged);
    world.clock.aheadMs += A_TURN_MS;
    expect((await page.token())?.scope).toBe('');
    expect(answered.times()).toBe(1);
  });

  it('gives the groups that it names', async () => {
    answering(async (token) => token);
    world.clock.aheadMs += A_TURN_MS;
    expect((await page.token())?.scope).toBe('sites:read');
  });

  it('ends the session when it names somebody else', async () => {
    answering((token) => forge(token, { claims: { sub: 'ada' } }));
    world.clock.aheadMs += A_TURN_MS;
    expect(await page.token()).toBeUndefined();
  });
});
