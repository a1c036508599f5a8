import type { SessionToken, SignInLink } from '@setpoint/contract';
import { decodeJwt } from 'jose';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLIENT_ID, openTestIdentity, PUBLIC_URL, type TestIdentity } from '../../testing/open-test-identity.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { buildHttp } from '../http/server/build-http.ts';
import { endOwnSession } from './end-own-session.ts';
import { sessionRoutes } from './session-routes.ts';

const HOUR_MS = 3_600_000;
const TIMES = { idleMs: 8 * HOUR_MS, longestMs: 168 * HOUR_MS, askAgainMs: HOUR_MS, groupsGoodForMs: HOUR_MS };
const HERE = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

let identity: TestIdentity;
let app: ReturnType<typeof buildHttp>;

beforeEach(async () => {
  identity = await openTestIdentity();
  app = buildHttp({ logger: pino({ level: 'silent' }), trustedProxies: [], tls: undefined });
  const none = { times: TIMES, providers: [], onProviderFailure: () => undefined };
  const now = () => identity.clock.at;
  sessionRoutes(app, { ...identity, ...none, budget: testBudget(), publicUrl: PUBLIC_URL, now });
});
afterEach(async () => {
  await app.close();
  await identity.close();
});

interface Session {
  readonly cookie: string;
  readonly token: string;
  readonly sessionId: string;
}

async function redeemLink(headers: Record<string, string> = {}): Promise<string> {
  const payload = new URLSearchParams({ client_id: CLIENT_ID, client_secret: identity.secret }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const asked = await app.inject({ method: 'POST', url: '/session/links', headers: form, payload });
  const secret = new URL(asked.json<SignInLink>().url).hash.replace('#sign-in=', '');
  const answer = await app.inject({
    method: 'POST',
    url: '/session',
    headers: { ...HERE, ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ secret }),
  });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

async function signIn(): Promise<Session> {
  const cookie = await redeemLink();
  const answer = await app.inject({ method: 'POST', url: '/session/token', headers: { ...HERE, cookie } });
  const { access_token: token } = answer.json<SessionToken>();
  return { cookie, token, sessionId: String(decodeJwt(token)['client_sid']) };
}

const signOut = (url: string, cookie: string) => app.inject({ method: 'DELETE', url, headers: { ...HERE, cookie } });

// Who remembers that the token was good looks again all the same.
it.each<[string, (session: Session) => Promise<unknown>, boolean]>([
  ['signed out', ({ cookie }) => signOut('/session', cookie), true],
  [
    'ended from the list',
    ({ sessionId }) => identity.store.write(endOwnSession, { clientId: CLIENT_ID, sessionId }),
    true,
  ],
  ['replaced in its browser', ({ cookie }) => redeemLink({ cookie }), true],
  ['signed out everywhere', ({ cookie }) => signOut('/session/everywhere', cookie), false],
])('the token of a link session ends at once when that is %s', async (_how, end, isOtherGood) => {
  const authenticate = identity.authenticateWith([]);
  const isGood = async ({ token }: Session) => (await authenticate(`Bearer ${token}`)) !== undefined;
  const [other, session] = [await signIn(), await signIn()];
  expect([await isGood(other), await isGood(session)]).toEqual([true, true]);
  await end(session);
  expect([await isGood(other), await isGood(session)]).toEqual([isOtherGood, false]);
});
