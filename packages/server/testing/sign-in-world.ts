import { randomUUID } from 'node:crypto';
import { type AuditRecord, type Group, PATHS, SESSION_PATHS } from '@setpoint/contract';
import { importJWK, SignJWT } from 'jose';
import { type App, PUBLIC_URL } from './start-app.ts';
import { openWorld, type World } from './open-world.ts';
import { pino } from 'pino';
import { readRecords } from './read-records.ts';
import { recordRefusals } from '../src/audit/record-refusals.ts';
import { createMetrics } from '../src/platform/figures/metrics.ts';
import { createRefusalRecord, type RefusalRecord } from '../src/platform/refusal-record.ts';
import { countDeeds, type DeedCounter } from '../src/trail/count-deeds.ts';
import type { SessionTimes } from '../src/sessions/settings.ts';
import type { StoreKind } from './open-test-store.ts';
import { type Browser, openBrowser } from './open-browser.ts';
import { startProvider, type TestProvider } from './start-provider.ts';

const A_MOMENT_MS = 300;

/** For tests: two real providers, at which Ada is in the group of traders, and Bob in none. */
export class SignInProviders {
  readonly company: TestProvider;
  readonly partner: TestProvider;

  private constructor(company: TestProvider, partner: TestProvider) {
    this.company = company;
    this.partner = partner;
  }

  static async start(): Promise<SignInProviders> {
    const both = ['company', 'partner'].map((id) => ({ publicUrl: PUBLIC_URL, id }));
    const [company, partner] = await Promise.all([startProvider(both), startProvider(both)]);
    return new SignInProviders(company, partner);
  }

  reset(): void {
    for (const provider of [this.company, this.partner]) {
      provider.accounts.clear();
      provider.accounts.set('ada', { name: 'Ada Brandt', groups: ['trading'] });
      provider.accounts.set('bob', { name: 'Bob', groups: [] });
      provider.who = 'ada';
      provider.takesCodesAgain = false;
      provider.types.clear();
      provider.answer = async (idToken) => idToken;
    }
  }

  /** As the service is told of them; more for the first. */
  settings(more: object = {}): object[] {
    const { company, partner } = this;
    const { issuer, clientId, clientSecret } = company;
    const scopes = ['openid', 'profile', 'email', 'groups'];
    return [
      { id: 'company', name: 'Company login', issuer, clientId, clientSecret, scopes, ...more },
      { id: 'partner', issuer: partner.issuer, clientId: partner.clientId, clientSecret: partner.clientSecret, scopes },
    ];
  }

  async stop(): Promise<void> {
    await this.company[Symbol.asyncDispose]();
    await this.partner[Symbol.asyncDispose]();
  }
}

/** For tests: a world beside them, and what is asked of it to sign in. */
export class SignInWorld {
  readonly providers: SignInProviders;
  readonly world: World;
  readonly refused: Refused;
  private readonly clock: MovedClock;

  private constructor({ providers, world, refused, clock }: Opened) {
    this.providers = providers;
    this.world = world;
    this.refused = refused;
    this.clock = clock;
  }

  get app(): App {
    return this.world.app;
  }

  /** By how much the clock of the service is ahead. */
  get aheadMs(): number {
    return this.clock.aheadMs;
  }

  set aheadMs(ms: number) {
    this.clock.aheadMs = ms;
  }

  static async open(providers: SignInProviders, kind: StoreKind): Promise<SignInWorld> {
    providers.reset();
    const clock = movedClock();
    const refusals = createRefusalRecord({ logger: pino({ level: 'silent' }), metrics: createMetrics() });
    const world = await openWorld({ store: kind, settings: asSetting(providers.settings()), clock, refusals });
    const deeds = countDeeds({ store: world.store, now: Date.now, onFailure: raise, mostKeys: 200 });
    recordRefusals(refusals, deeds);
    return new SignInWorld({ providers, world, refused: { refusals, deeds }, clock });
  }

  restart(settings: readonly object[], { environment, ...more }: Restart = {}): Promise<void> {
    return this.world.restart({ ...asSetting(settings), ...environment }, more);
  }

  /** From now on groups count for a moment: they do by the clock of the database, and that of the service is behind it. */
  async shortenGroups(): Promise<void> {
    this.aheadMs = A_MOMENT_MS - 60_000;
    await this.restart(this.providers.settings({ clockToleranceSeconds: 60 }), {
      sessionTimes: { groupsGoodForMs: 60_000 },
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.refused.deeds.stop();
    await this.world.close();
  }

  /** The audit log, with the tokens and refusals that are counted for it. */
  async records(): Promise<AuditRecord[]> {
    await this.refused.deeds.stop();
    await this.world.recordTokens();
    return (await readRecords(this.world.store)).records;
  }

  browser(): Browser {
    return openBrowser(this.app, PUBLIC_URL);
  }

  /** What an operator asks, with the secret of a client. */
  async operate(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const headers = await this.world.bearer('sites:read+schedules:write+fleet:admin');
    const sent = payload === undefined ? {} : { payload };
    return this.app.inject({ method, url, headers, ...sent });
  }

  /** Gives the group of traders of the first provider a role on all sites. */
  async nameGroup(role: string): Promise<Group> {
    const named = { issuer: this.providers.company.issuer, groupName: 'trading' };
    const group = (await this.operate('POST', PATHS.fleetGroups, named)).json<Group>();
    await this.operate('PUT', PATHS.fleetGroupRoles.replace(':groupId', group.groupId), { role, allSites: true });
    return group;
  }

  /** What a person's token gets. */
  async asked(token: { access_token: string } | undefined, url: string = PATHS.sites): Promise<number> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token.access_token}` };
    return (await this.app.inject({ method: 'GET', url, headers })).statusCode;
  }

  /** A notice of the first provider, as it signs it. */
  async logoutToken(claims: object): Promise<string> {
    const { issuer: iss, clientId: aud, signingKey } = this.providers.company;
    const now = Math.floor(Date.now() / 1_000);
    const all = { iss, aud, iat: now, exp: now + 120, jti: randomUUID(), events: LOGOUT_EVENTS };
    return new SignJWT({ ...all, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt' })
      .sign(await importJWK(signingKey, 'RS256'));
  }

  async notify(token: string, provider = 'company'): Promise<number> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ logout_token: token }).toString();
    const url = SESSION_PATHS.backChannelLogout.replace(':provider', provider);
    return (await this.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  }
}

export const LOGOUT_EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

/** Who was refused, on the way to the audit log. */
interface Refused {
  readonly refusals: RefusalRecord;
  readonly deeds: DeedCounter;
}

interface Restart {
  readonly environment?: Readonly<Record<string, string>>;
  readonly sessionTimes?: Partial<SessionTimes>;
}

interface Opened {
  readonly providers: SignInProviders;
  readonly world: World;
  readonly refused: Refused;
  readonly clock: MovedClock;
}

type MovedClock = ReturnType<typeof movedClock>;

function movedClock() {
  return {
    aheadMs: 0,
    get now() {
      return Date.now() + this.aheadMs;
    },
  };
}

function asSetting(providers: readonly object[]) {
  return { SETPOINT_PROVIDERS: JSON.stringify(providers) };
}

function raise(cause: unknown): never {
  throw cause;
}
