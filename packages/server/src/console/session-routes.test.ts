import type { SessionToken, SignInLink } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, START, type TestIdentity } from '../testing/open-test-identity.ts';
import { testBudget } from '../testing/test-budget.ts';
import { buildHttp } from '../http/build-http.ts';
import { sessionRoutes } from './session-routes.ts';
import { changeClient } from '../registry/change-client.ts';
import { removeClient } from '../registry/remove-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const HERE = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

describe('signing in to the console', () => {
  let identity: TestIdentity;
  let app: ReturnType<typeof buildHttp>;

  beforeEach(async () => {
    identity = await openTestIdentity();
    app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
    sessionRoutes(app, { ...identity, budget: testBudget(), publicUrl: PUBLIC_URL, now: () => identity.clock.at });
  });
  afterEach(async () => {
    await app.close();
    await identity.close();
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
  const redeem = (secret: string, headers: Record<string, string> = HERE) =>
    app.inject({
      method: 'POST',
      url: '/session',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify({ secret }),
    });
  const signIn = async (form?: Record<string, string>) => {
    const { headers } = await redeem((await makeLink(form)).secret);
    return String(headers['set-cookie']).split(';')[0] ?? '';
  };
  const token = (cookie: string, headers: Record<string, string> = HERE) =>
    app.inject({ method: 'POST', url: '/session/token', headers: { ...headers, cookie } });
  const statusOf = async (cookie: string) => (await token(cookie)).statusCode;
  const signOut = (url: string, cookie: string, headers: Record<string, string> = HERE) =>
    app.inject({ method: 'DELETE', url, headers: { ...headers, cookie } });

  it('takes the secret of a client for a link, and nothing less', async () => {
    expect((await askLink({ client_secret: 'wrong' })).statusCode).toBe(401);
    expect((await askLink({ scope: 'fleet:admin sites:burn' })).statusCode).toBe(400);
    const link = await makeLink();
    expect(link.url).toMatch(new RegExp(`^${PUBLIC_URL}/#sign-in=scl_[\\w-]{43}$`));
    expect(Date.parse(link.expiresAt)).toBe(START + 10 * MINUTE_MS);
  });

  it('lets a link in once', async () => {
    const { secret } = await makeLink();
    expect((await redeem(secret)).statusCode).toBe(204);
    expect((await redeem(secret)).statusCode).toBe(401);
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

  it('gives a cookie that scripts, other sites and other paths never see', async () => {
    const { headers } = await redeem((await makeLink()).secret);
    expect(headers['set-cookie']).toMatch(
      /^__Secure-setpoint-session=scw_[\w-]{43}; Max-Age=604800; Path=\/session; HttpOnly; SameSite=Strict; Secure$/,
    );
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
    await identity.store.write(changeClient, { clientId: CLIENT_ID, isEnabled: false });
    expect(await statusOf(cookie)).toBe(401);
  });

  it('answers no other origin, and no request that does not name its own', async () => {
    const cookie = await signIn();
    const strangers: Record<string, string>[] = [
      {},
      { origin: 'https://setpoint.example.evil' },
      { origin: 'null' },
      { origin: PUBLIC_URL, 'sec-fetch-site': 'same-site' },
      { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of strangers) {
      const { secret } = await makeLink();
      const asked = [
        await redeem(secret, headers),
        await token(cookie, headers),
        await signOut('/session', cookie, headers),
        await signOut('/session/everywhere', cookie, headers),
      ];
      expect([headers, asked.map(({ statusCode }) => statusCode)]).toEqual([headers, [403, 403, 403, 403]]);
      expect((await redeem(secret)).statusCode).toBe(204);
    }
    expect(await statusOf(cookie)).toBe(200);
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
    expect(headers['set-cookie']).toMatch(/^__Secure-setpoint-session=; Max-Age=0;/);
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
    for (const cookie of ['', '__Secure-setpoint-session=', '__Secure-setpoint-session=scw_x', 'setpoint-session=x']) {
      expect([cookie, await statusOf(cookie)]).toEqual([cookie, 401]);
    }
  });
});
