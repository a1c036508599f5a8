import type { ClientId, SessionToken, SignInLink } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START } from '../../testing/open-test-identity.ts';
import { inEachTest, ofTest } from '../../testing/of-tests.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { endOwnSession } from './end-own-session.ts';
import { sessionRoutes } from './session-routes.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { hashSecret, makeSecret } from '../identity/make-secret.ts';
import { standingOf } from '../identity/standing-of.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { addSecret } from '../registry/clients/add-secret.ts';
import type { Store } from '../store/store.ts';
import { changeClient } from '../registry/clients/change-client.ts';
import { endSessions } from '../registry/clients/end-sessions.ts';
import { removeClient } from '../registry/clients/remove-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const TIMES = { idleMs: 8 * HOUR_MS, longestMs: 168 * HOUR_MS, askAgainMs: HOUR_MS, groupsGoodForMs: HOUR_MS };
const OVER = [401, false, 401]; // a session, its token, an unused link
const OTHER_ID = CLIENT_ID.replace('1', '2') as ClientId;
const HERE = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

describe('signing in to the console', () => {
  const identity = inEachTest(() => ofTest(openTestIdentity()));
  let app: ReturnType<typeof buildHttp>;
  let writes: string[];

  beforeEach(async () => {
    app = await ofTest(buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined }));
    writes = [];
    const now = () => identity.clock.at;
    const failures = createRateLimit({ perMinute: 5, now });
    const store = noting(identity.store);
    const none = { times: TIMES, providers: [], onProviderFailure: () => undefined };
    sessionRoutes(app, { ...identity, ...none, store, budget: testBudget(), publicUrl: PUBLIC_URL, now, failures });
  });

  const askLink = (form: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/session/links',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ client_id: CLIENT_ID, client_secret: identity.secret, ...form }).toString(),
    });
  const makeLink = async (form?: Record<string, string>) => {
    const link = (await askLink(form)).json<SignInLink>();
    return { ...link, secret: new URL(link.url).hash.replace('#sign-in=', '') };
  };
  const noting = (store: Store): Store => ({
    ...store,
    write(write, input) {
      writes.push(write.name);
      return store.write(write, input);
    },
  });
  const redeem = (secret: string, headers: Record<string, string> = HERE, more: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/session',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ secret, ...more }),
    });
  const signIn = async (form?: Record<string, string>) => {
    const { headers } = await redeem((await makeLink(form)).secret);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const token = (cookie: string) => app.inject({ method: 'POST', url: '/session/token', headers: { ...HERE, cookie } });
  const statusOf = async (cookie: string) => (await token(cookie)).statusCode;
  const signOut = (url: string, cookie: string) => app.inject({ method: 'DELETE', url, headers: { ...HERE, cookie } });

  it('takes the secret of a client for a link, and nothing less', async () => {
    expect((await askLink({ client_secret: 'wrong' })).statusCode).toBe(401);
    expect((await askLink({ scope: 'fleet:admin sites:burn' })).statusCode).toBe(400);
    const link = await makeLink();
    expect(link.url).toMatch(new RegExp(`^${PUBLIC_URL}/#sign-in=scl_[\\w-]{43}$`));
    expect(Date.parse(link.expiresAt)).toBe(START + 10 * MINUTE_MS);
  });

  it('lets one of two in who bring the same link at once', async () => {
    const { secret } = await makeLink();
    const codes = (await Promise.all([redeem(secret), redeem(secret)])).map(({ statusCode }) => statusCode);
    expect(codes.sort((one, other) => one - other)).toEqual([204, 401]);
  });

  it('takes a link until its ten minutes are over', async () => {
    const [early, late] = [await makeLink(), await makeLink()];
    identity.clock.at = START + 10 * MINUTE_MS - 1;
    expect((await redeem(early.secret)).statusCode).toBe(204);
    identity.clock.at = START + 10 * MINUTE_MS;
    expect((await redeem(late.secret)).statusCode).toBe(401);
  });

  it('exchanges the cookie for a token of five minutes that says who is signed in', async () => {
    const body = (await token(await signIn())).json<SessionToken>();
    expect(body).toMatchObject({ clientId: CLIENT_ID, clientName: 'desk', token_type: 'Bearer', expires_in: 300 });
    const { sub, iat = 0, exp } = decodeJwt(body.access_token);
    expect([sub, exp]).toEqual([CLIENT_ID, iat + 300]);
  });

  it('gives tokens no more scopes than the link was made for, nor than the client still has', async () => {
    const cookie = await signIn({ scope: 'sites:read' });
    expect((await token(cookie)).json<SessionToken>().scope).toBe('sites:read');
    await identity.store.write(changeClient, { clientId: CLIENT_ID, isEnabled: false, now: START });
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends a session that was not used for eight hours', async () => {
    const cookie = await signIn();
    identity.clock.at += 8 * HOUR_MS - 1;
    expect(await statusOf(cookie)).toBe(200);
    identity.clock.at += 8 * HOUR_MS;
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends a session after seven days, however much it is used', async () => {
    const cookie = await signIn();
    for (let hours = 4; hours < 7 * 24; hours += 4) {
      identity.clock.at = START + hours * HOUR_MS;
      expect([hours, await statusOf(cookie)]).toEqual([hours, 200]);
    }
    identity.clock.at = START + 7 * 24 * HOUR_MS;
    const { statusCode, headers } = await token(cookie);
    expect(statusCode).toBe(401);
    expect(headers['set-cookie']).toMatch(/^__Host-setpoint-session=; Max-Age=0;/);
  });

  it('signs out here, or everywhere with every link that lies about', async () => {
    const [here, elsewhere, third] = [await signIn(), await signIn(), await signIn()];
    expect((await signOut('/session', here)).statusCode).toBe(204);
    expect([await statusOf(here), await statusOf(elsewhere)]).toEqual([401, 200]);
    const { secret } = await makeLink();
    expect((await signOut('/session/everywhere', elsewhere)).statusCode).toBe(204);
    expect([await statusOf(elsewhere), await statusOf(third)]).toEqual([401, 401]);
    expect((await redeem(secret)).statusCode).toBe(401);
  });

  it('ends with the client', async () => {
    const cookie = await signIn();
    await identity.store.write(removeClient, { clientId: CLIENT_ID });
    expect(await statusOf(cookie)).toBe(401);
  });

  it('opens no session for a cookie that it never gave', async () => {
    for (const cookie of ['', '__Host-setpoint-session=', '__Host-setpoint-session=scw_x', 'setpoint-session=x']) {
      expect([cookie, await statusOf(cookie)]).toEqual([cookie, 401]);
    }
  });

  /** Whether the token of a session would be let in. */
  const isTokenGood = async ({ access_token: bearer }: SessionToken) => {
    const caller = await identity.authenticateWith([])(`Bearer ${bearer}`);
    return caller !== undefined && (await identity.store.read(standingOf, caller)) === 'good';
  };
  const addAnother = async (more: object = {}) => {
    const { text, hash: secretHash } = makeSecret('scs_');
    await identity.store.write(addSecret, { clientId: CLIENT_ID, secretHash, now: START, ...more });
    return text;
  };

  it('ends what was made with a secret that leaked when that is replaced, and nothing else', async () => {
    const cookie = await signIn();
    const { secret: link } = await makeLink();
    const leaked = (await token(cookie)).json<SessionToken>();
    const kept = await signIn({ client_secret: await addAnother() });
    expect([await statusOf(cookie), await isTokenGood(leaked)]).toEqual([200, true]);
    await addAnother();
    expect([await statusOf(cookie), await isTokenGood(leaked), (await redeem(link)).statusCode]).toEqual(OVER);
    expect([await statusOf(kept), await isTokenGood((await token(kept)).json<SessionToken>())]).toEqual([200, true]);
  });

  it('ends with the end of the secret that it was made with', async () => {
    identity.clock.at = Date.now();
    const endsAt = identity.clock.at + HOUR_MS;
    const cookie = await signIn({ client_secret: await addAnother({ now: identity.clock.at, endsAt }) });
    expect(Date.parse((await token(cookie)).json<SessionToken>().endsAt)).toBe(endsAt);
    identity.clock.at = endsAt - MINUTE_MS;
    expect((await token(cookie)).json<SessionToken>().expires_in).toBeLessThan(60);
    identity.clock.at = endsAt;
    expect(await statusOf(cookie)).toBe(401);
  });

  it.each([
    ['disabled and enabled again', [false, true]],
    ['signed out by an operator', []],
  ])('ends for good when the client was %s', async (_title, changes) => {
    const cookie = await signIn();
    const { secret: link } = await makeLink();
    const made = (await token(cookie)).json<SessionToken>();
    const client = { clientId: CLIENT_ID, now: START };
    for (const isEnabled of changes) await identity.store.write(changeClient, { ...client, isEnabled });
    if (changes.length === 0) await identity.store.write(endSessions, client);
    expect([await statusOf(cookie), await isTokenGood(made), (await redeem(link)).statusCode]).toEqual(OVER);
    expect(await statusOf(await signIn())).toBe(200);
  });

  // Who remembers that the token was good looks again all the same.
  it.each<[string, (cookie: string, sessionId: string) => Promise<unknown>, boolean]>([
    ['signed out', (cookie) => signOut('/session', cookie), true],
    [
      'ended from the list',
      (_, sessionId) => identity.store.write(endOwnSession, { clientId: CLIENT_ID, sessionId }),
      true,
    ],
    ['replaced in its browser', async (cookie) => redeem((await makeLink()).secret, { ...HERE, cookie }), true],
    ['signed out everywhere', (cookie) => signOut('/session/everywhere', cookie), false],
  ])('ends its token at once when it is %s', async (_how, end, isOtherGood) => {
    const authenticate = identity.authenticateWith([]);
    const [other, ended] = [await signIn(), await signIn()];
    const tokens = [await token(other), await token(ended)].map((answer) => answer.json<SessionToken>().access_token);
    const areGood = () => Promise.all(tokens.map(async (one) => (await authenticate(`Bearer ${one}`)) !== undefined));
    expect(await areGood()).toEqual([true, true]);
    await end(ended, String(decodeJwt(tokens[1] ?? '')['client_sid']));
    expect(await areGood()).toEqual([isOtherGood, false]);
  });

  describe('with a link of somebody else', () => {
    beforeEach(async () => {
      const other = { clientId: OTHER_ID, clientName: 'other', scopes: ['sites:read'] as const };
      await identity.store.write(addClient, { ...other, secretHash: hashSecret('theirs'), now: START });
    });
    const ofOther = { client_id: OTHER_ID, client_secret: 'theirs' };
    const idOf = async (cookie: string) => (await token(cookie)).json<SessionToken>().clientId;

    it('asks first, names both, and spends nothing by asking', async () => {
      const cookie = await signIn();
      const { secret } = await makeLink(ofOther);
      for (let time = 0; time < 2; time += 1) {
        const asked = await redeem(secret, { ...HERE, cookie });
        expect([asked.statusCode, asked.headers['set-cookie']]).toEqual([200, undefined]);
        expect(asked.json()).toEqual({
          signedIn: { clientId: CLIENT_ID, clientName: 'desk' },
          link: { clientId: OTHER_ID, clientName: 'other' },
        });
      }
      expect(await idOf(cookie)).toBe(CLIENT_ID);
      const switched = await redeem(secret, { ...HERE, cookie }, { isReplacing: true });
      expect(await idOf(String(switched.headers['set-cookie']).split(';')[0] ?? '')).toBe(OTHER_ID);
      expect(await statusOf(cookie)).toBe(401);
    });

    it('asks nobody who is signed in no more, nor for a link of the same client', async () => {
      const cookie = await signIn();
      expect((await redeem((await makeLink()).secret, { ...HERE, cookie })).statusCode).toBe(204);
      expect((await redeem((await makeLink(ofOther)).secret, { ...HERE, cookie })).statusCode).toBe(204);
    });
  });

  describe('with cookies that are wrong', () => {
    const wrong = () => `__Host-setpoint-session=${makeSecret('scw_').text}`;

    it('counts them as failed authentications, and writes nothing', async () => {
      for (const way of [token, (cookie: string) => signOut('/session/everywhere', cookie)]) {
        const statuses: number[] = [];
        identity.clock.at += MINUTE_MS;
        for (let time = 0; time <= 5; time += 1) statuses.push((await way(wrong())).statusCode);
        expect(statuses).toEqual([...[1, 2, 3, 4, 5].map(() => (way === token ? 401 : 204)), 429]);
      }
      expect(writes).toEqual([]);
    });

    it('looks for none once there were too many, and keeps nobody out who is signed in', async () => {
      const cookie = await signIn();
      expect(await statusOf(cookie)).toBe(200);
      for (let time = 0; time < 5; time += 1) await token(wrong());
      expect([await statusOf(wrong()), await statusOf(cookie)]).toEqual([429, 200]);
    });
  });
});
