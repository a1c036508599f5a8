import { randomUUID } from 'node:crypto';
import {
  type AuditRecord,
  type Group,
  type LoginBegun,
  type LoginDone,
  PATHS,
  SESSION_PATHS,
  type SessionToken,
} from '@setpoint/contract';
import { importJWK, SignJWT } from 'jose';
import { pino } from 'pino';
import { recordRefusals } from '../src/audit/record-refusals.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import { createRefusalRecord } from '../src/platform/refusal-record.ts';
import type { SessionTimes } from '../src/sessions/settings.ts';
import { countDeeds } from '../src/trail/count-deeds.ts';
import { ofTest, ofTests } from './of-tests.ts';
import type { StoreKind } from './open-test-store.ts';
import { openWorld } from './open-world.ts';
import { readRecords } from './read-records.ts';
import { lookUntil } from './look-until.ts';
import { type App, PUBLIC_URL } from './start-app.ts';
import { startProvider, type TestProvider } from './start-provider.ts';

const BOTH = ['company', 'partner'].map((id) => ({ publicUrl: PUBLIC_URL, id }));
const SCOPES = ['openid', 'profile', 'email', 'groups'];

export const LOGOUT_EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

interface Restart {
  readonly environment?: Readonly<Record<string, string>>;
  readonly sessionTimes?: Partial<SessionTimes>;
}

type SignInProviders = Awaited<ReturnType<typeof startSignInProviders>>;
export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>;

/** For tests: two real providers for a file, at which Ada is in the group of traders, and Bob in none. */
export async function startSignInProviders() {
  const [company, partner] = [await ofTests(startProvider(BOTH)), await ofTests(startProvider(BOTH))];
  return {
    company,
    partner,
    reset(): void {
      for (const provider of [company, partner]) {
        provider.accounts.clear();
        provider.accounts.set('ada', { name: 'Ada Brandt', groups: ['trading'] });
        provider.accounts.set('bob', { name: 'Bob', groups: [] });
        provider.types.clear();
        Object.assign(provider, { who: 'ada', takesCodesAgain: false, answer: async (idToken: string) => idToken });
      }
    },
    /** The setting that names both providers; `more` is added to the first. */
    settings(more: object = {}): object[] {
      const [first, second] = [company, partner].map(({ issuer, clientId, clientSecret }) => {
        return { issuer, clientId, clientSecret, scopes: SCOPES };
      });
      return [
        { id: 'company', name: 'Company login', ...first, ...more },
        { id: 'partner', ...second },
      ];
    },
  };
}

/** For tests: a world beside them, until the test is over. */
export function signInWorldOfTest(providers: SignInProviders, kind: StoreKind = 'SQLite'): Promise<SignInWorld> {
  return ofTest(openSignInWorld(providers, kind));
}

/** For tests: a world beside them, and what is asked of it to sign in. */
export async function openSignInWorld(providers: SignInProviders, kind: StoreKind = 'SQLite') {
  providers.reset();
  const clock = {
    /** By how much the clock of the service is ahead. */
    aheadMs: 0,
    get now() {
      return Date.now() + clock.aheadMs;
    },
  };
  const refusals = createRefusalRecord({ logger: pino({ level: 'silent' }), metrics: createMetrics() });
  const world = await openWorld({ store: kind, settings: asSetting(providers.settings()), clock, refusals });
  const deeds = countDeeds({ store: world.store, now: Date.now, onFailure: raise, mostKeys: 200 });
  recordRefusals(refusals, deeds);

  /** What an operator asks, with the secret of a client. */
  async function operate(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const headers = await world.bearer('sites:read+schedules:write+fleet:admin');
    return world.app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  }

  return {
    providers,
    world,
    get app() {
      return world.app;
    },
    clock,
    restart: (settings: readonly object[], { environment, ...more }: Restart = {}): Promise<void> =>
      world.restart({ ...asSetting(settings), ...environment }, more),
    async close(): Promise<void> {
      await world.app.close();
      await deeds.stop();
      await world.close();
    },
    /** What the audit log says once all is in it that was counted for it. */
    async records(): Promise<AuditRecord[]> {
      await deeds.stop();
      await world.recordTokens();
      return (await readRecords(world.store)).records;
    },
    browser: () => openBrowser(world.app),
    operate,
    /** Gives the group of traders of the first provider a role on all sites. */
    async nameGroup(role: string): Promise<void> {
      const named = { issuer: providers.company.issuer, groupName: 'trading' };
      const { groupId } = (await operate('POST', PATHS.fleetGroups, named)).json<Group>();
      await operate('PUT', PATHS.fleetGroupRoles.replace(':groupId', groupId), { role, allSites: true });
    },
    /** What a person's token gets. */
    async asked(token: { access_token: string } | undefined, url: string = PATHS.sites): Promise<number> {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token.access_token}` };
      return (await world.app.inject({ method: 'GET', url, headers })).statusCode;
    },
    /** A notice of the first provider, as it signs it. */
    async logoutToken(claims: object): Promise<string> {
      const { issuer: iss, clientId: aud, signingKey } = providers.company;
      const now = Math.floor(Date.now() / 1_000);
      const all = { iss, aud, iat: now, exp: now + 120, jti: randomUUID(), events: LOGOUT_EVENTS };
      return new SignJWT({ ...all, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
        .sign(await importJWK(signingKey, 'RS256'));
    },
    async notify(token: string, provider = 'company'): Promise<number> {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams({ logout_token: token }).toString();
      const url = SESSION_PATHS.backChannelLogout.replace(':provider', provider);
      return (await world.app.inject({ method: 'POST', url, headers, payload })).statusCode;
    },
  };
}

function asSetting(providers: readonly object[]) {
  return { SETPOINT_PROVIDERS: JSON.stringify(providers) };
}

function raise(cause: unknown): never {
  throw cause;
}

export type Browser = ReturnType<typeof openBrowser>;

/** A browser with the console open, its cookies kept. */
function openBrowser(app: App) {
  const cookies = new Map<string, string>();

  async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      'user-agent': 'a browser of the tests',
      ...(cookie === '' ? {} : { cookie }),
      ...(method === 'GET' ? {} : { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    for (const set of [answer.headers['set-cookie'] ?? []].flat().map(String)) {
      const [pair = ''] = set.split(';');
      const [name = '', ...value] = pair.split('=');
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value.join('='));
    }
    return answer;
  }
  /** Begins a sign-in; resolves with the address at the provider. */
  async function begin(provider: string, to?: string): Promise<string> {
    const body = { provider, ...(to === undefined ? {} : { to }) };
    // A provider that does not answer within the five seconds that it has is asked again, as the page says.
    const answer = await lookUntil(
      () => ask('POST', SESSION_PATHS.signIn, body),
      ({ statusCode }) => statusCode !== 503,
    );
    const { url } = answer.json<{ url?: string }>();
    if (url === undefined) throw new Error(`no sign-in began: ${answer.statusCode}`);
    return url;
  }
  /** Comes back with what the provider sent it; resolves with where it is sent then. */
  async function comeBack(address: string): Promise<string> {
    const { pathname, search } = new URL(address);
    const answer = await ask('GET', pathname + search);
    const { location } = answer.headers;
    return typeof location === 'string' ? location : String(answer.statusCode);
  }
  return {
    cookies,
    ask,
    begin,
    comeBack,
    /** All of it. */
    signIn: async (provider: TestProvider, id: string, to?: string): Promise<string> =>
      comeBack(await provider.browse(await begin(id, to))),
    async token(): Promise<SessionToken | undefined> {
      const answer = await ask('POST', SESSION_PATHS.token);
      return answer.statusCode === 200 ? answer.json<SessionToken>() : undefined;
    },
  };
}

interface Sent {
  readonly body?: object;
  /** What stands behind `Bearer`. */
  readonly secret?: string;
  /** From where; left out, from this machine. */
  readonly from?: string;
}

export type CommandLine = ReturnType<typeof openCommandLine>;

/** For tests: where the command line says that it waits; nobody does. */
export const LINE_PORT = 40_123;

/** For tests: what `setpoint login` asks of the service, step by step. */
export function openCommandLine(world: SignInWorld) {
  async function send(method: 'GET' | 'POST' | 'DELETE', url: string, { body, secret, from }: Sent = {}) {
    const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
    const address = from === undefined ? {} : { remoteAddress: from };
    return world.app.inject({ method, url, headers, ...address, ...(body === undefined ? {} : { payload: body }) });
  }
  async function begin(): Promise<LoginBegun> {
    const body = { provider: 'company', port: LINE_PORT };
    return (await send('POST', SESSION_PATHS.commandLineBegin, { body })).json<LoginBegun>();
  }
  /** Through the provider and the page of the service, to where the command line waits. */
  async function goThrough(url: string): Promise<URL> {
    const back = new URL(await world.providers.company.browse(url));
    const page = await send('GET', back.pathname + back.search);
    const href = /href="(http[^"]+)"/.exec(page.body)?.[1];
    if (href === undefined) throw new Error(`no page leads on: ${page.statusCode}`);
    return new URL(href.replaceAll('&amp;', '&'));
  }
  const finish = (ticket: string, query: string) =>
    send('POST', SESSION_PATHS.commandLine, { body: { ticket, query } });
  return {
    send,
    begin,
    goThrough,
    finish,
    async logIn(): Promise<LoginDone> {
      const { url, ticket } = await begin();
      const done = await finish(ticket, (await goThrough(url)).search);
      if (done.statusCode !== 200) throw new Error(`nobody is signed in: ${done.body}`);
      return done.json<LoginDone>();
    },
    renew: (secret: string) => send('POST', SESSION_PATHS.commandLineToken, { secret }),
  };
}
