import { randomUUID } from 'node:crypto';
import { type AuditRecord, type ClientId, type Group, PATHS, SESSION_PATHS } from '@setpoint/contract';
import { importJWK, SignJWT } from 'jose';
import { type App, PUBLIC_URL, startApp, type StartedApp } from './start-app.ts';
import { pino } from 'pino';
import { readRecords } from './read-records.ts';
import { recordRefusals } from '../src/audit/record-refusals.ts';
import { hashSecret } from '../src/identity/make-secret.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import { createRefusalRecord, type RefusalRecord } from '../src/platform/refusal-record.ts';
import { ensureOperator } from '../src/registry/ensure-operator.ts';
import { countDeeds, type DeedCounter } from '../src/trail/count-deeds.ts';
import { openTestStore, type StoreKind, type TestStore } from './open-test-store.ts';
import { type Browser, openBrowser } from './open-browser.ts';
import { startProvider, type TestProvider } from './start-provider.ts';

const OPERATOR = randomUUID() as string as ClientId;
const SECRET = 'secret of the operator';
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

/** For tests: the whole service beside them. */
export class SignInWorld {
  readonly providers: SignInProviders;
  readonly opened: TestStore;
  /** By how much the clock of the service is ahead. */
  aheadMs = 0;
  private alone: StartedApp;
  readonly refused: Refused;

  private constructor(providers: SignInProviders, { opened, alone, refused }: Opened) {
    this.providers = providers;
    this.opened = opened;
    this.alone = alone;
    this.refused = refused;
  }

  get app(): App {
    return this.alone.app;
  }

  static async open(providers: SignInProviders, kind: StoreKind): Promise<SignInWorld> {
    const opened = await openTestStore(kind);
    await opened.store.write(ensureOperator, { clientId: OPERATOR, secretHash: hashSecret(SECRET), now: 0 });
    providers.reset();
    const refused = countRefused(opened);
    const alone = await build({ opened, aheadMs: 0, refused }, providers.settings());
    const world = new SignInWorld(providers, { opened, alone, refused });
    await world.restart(providers.settings());
    return world;
  }

  async restart(settings: readonly object[], environment: Record<string, string> = {}): Promise<void> {
    await this.app.close();
    this.alone = await build(this, settings, environment);
  }

  /** From now on groups count for a moment: they do by the clock of the database, and that of the service is behind it. */
  async shortenGroups(): Promise<void> {
    this.aheadMs = A_MOMENT_MS - 60_000;
    await this.restart(this.providers.settings(), { SETPOINT_GROUPS_GOOD_FOR_SECONDS: '60' });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.refused.deeds.stop();
    await this.opened.close();
  }

  /** The audit log, with the tokens and refusals that are counted for it. */
  async records(): Promise<AuditRecord[]> {
    await this.refused.deeds.stop();
    await this.alone.recordTokens();
    return (await readRecords(this.opened.store)).records;
  }

  browser(): Browser {
    return openBrowser(this.app, PUBLIC_URL);
  }

  /** What an operator asks, with the secret of a client. */
  async operate(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) {
    const form = { grant_type: 'client_credentials', client_id: OPERATOR, client_secret: SECRET };
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(form).toString();
    const issued = await this.app.inject({ method: 'POST', url: PATHS.token, headers, payload: body });
    const authorization = `Bearer ${issued.json<{ access_token: string }>().access_token}`;
    const sent = payload === undefined ? {} : { payload };
    return this.app.inject({ method, url, headers: { authorization }, ...sent });
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

interface Beside {
  readonly opened: TestStore;
  readonly refused: Refused;
  readonly aheadMs: number;
}

type Opened = Pick<Beside, 'opened' | 'refused'> & { readonly alone: StartedApp };

function countRefused({ store }: TestStore): Refused {
  const refusals = createRefusalRecord({ logger: pino({ level: 'silent' }), metrics: createMetrics() });
  const deeds = countDeeds({ store, now: Date.now, onFailure: raise, mostKeys: 200 });
  recordRefusals(refusals, deeds);
  return { refusals, deeds };
}

function raise(cause: unknown): never {
  throw cause;
}

function build(
  world: Beside,
  settings: readonly object[],
  environment: Record<string, string> = {},
): Promise<StartedApp> {
  const all = { SETPOINT_PROVIDERS: JSON.stringify(settings), ...environment };
  const { refusals } = world.refused;
  const now = () => Date.now() + world.aheadMs;
  return startApp({ now, store: world.opened.store, settings: all, refusals });
}
