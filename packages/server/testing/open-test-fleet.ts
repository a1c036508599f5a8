import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Assets,
  type AssetScheduleCommand,
  type ClientId,
  findPair,
  namesOfPair,
  type Scope,
  type SiteId,
} from '@setpoint/contract';
import { measurementsOf, type PoolOrder, ratingsText, unknownAssets } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createAccess } from '../src/access/access.ts';
import { splitTree } from '../src/sites/split-tree.ts';
import { openStoreIn } from './open-test-store.ts';
import { buildHttp } from '../src/http/build-http.ts';
import { followingRoutes } from '../src/following/following-routes.ts';
import { measurementRoutes } from '../src/following/measurement-routes.ts';
import { pastOrders } from '../src/pools/past-orders.ts';
import { overviewRoutes } from '../src/overview/overview-routes.ts';
import { headroomRoutes } from '../src/plan/headroom-routes.ts';
import { planRoutes } from '../src/plan/plan-routes.ts';
import { validateRoutes } from '../src/plan/validate-routes.ts';
import { historyRoutes } from '../src/history/history-routes.ts';
import { portfolioRoutes } from '../src/schedules/portfolio-routes.ts';
import { scheduleRoutes } from '../src/schedules/schedule-routes.ts';
import { siteRoutes } from '../src/sites/site-routes.ts';
import type { Store } from '../src/store/store.ts';
import { addClient } from '../src/registry/add-client.ts';
import { addSite } from '../src/registry/add-site.ts';
import { ALL_SITES, putGrant } from '../src/access/put-grant.ts';
import { recordReport } from '../src/gateway/record-report.ts';
import type { Budget } from '../src/identity/budget.ts';
import { readIdentitySettings } from '../src/identity/settings.ts';
import { createSettingsReader, type Environment } from '../src/wire/settings-reader.ts';
import { createHistoryShare, type HistoryShare } from '../src/identity/history-share.ts';
import { testBudget } from './test-budget.ts';

/** For tests: midnight of the day that is drawn. */
const MIDNIGHT = Date.UTC(2030, 0, 1);
export const DAY = 'from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z';

const SIZES = { maxBodyBytes: 4 * 1_024 * 1_024, maxEntries: 1_500, maxWaitingWrites: 100 };
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  readonly client?: ClientId;
  readonly headers?: Readonly<Record<string, string>>;
}

export type TestFleet = Awaited<ReturnType<typeof openTestFleet>>;

/** For tests: what the fleet interface says of sites, over a real store; a token is the id of its client. */
export async function openTestFleet(environment: Environment = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-fleet-'));
  const store = await openStoreIn(folder);
  const clock = { now: MIDNIGHT };
  const scopes = new Map<ClientId, readonly Scope[]>();
  const orders = new Map<SiteId, readonly PoolOrder[]>();
  const now = () => clock.now;
  const { historyBytesPerDay } = readIdentitySettings(createSettingsReader(environment, []));
  const history = createHistoryShare({ bytesPerDay: historyBytesPerDay, now });
  const { budget, turns } = countedTurns(testBudget(environment));
  const app = buildApp({ store, now, history, budget, orders, scopesOf: (clientId) => scopes.get(clientId) });

  async function newClient(can?: 'read' | 'schedule', tokenScopes = SCOPES): Promise<ClientId> {
    const clientId = randomUUID() as string as ClientId;
    await store.write(addClient, { clientId, clientName: 'c', scopes: SCOPES, secretHash: clientId, now: MIDNIGHT });
    if (can !== undefined)
      await store.write(putGrant, { clientId, siteId: ALL_SITES, canSchedule: can === 'schedule' });
    scopes.set(clientId, tokenScopes);
    return clientId;
  }
  const everybody = await newClient('schedule');
  const ask = askOf(app, everybody);
  return {
    app,
    store,
    clock,
    history,
    orders,
    /** How many more turns to compute were taken. */
    turns,
    addClient: newClient,
    async grant(clientId: ClientId, siteId: SiteId, can: 'read' | 'schedule' = 'schedule'): Promise<void> {
      await store.write(putGrant, { clientId, siteId, canSchedule: can === 'schedule' });
    },
    ask,
    async addSite(siteName = 'Nordhafen'): Promise<SiteId> {
      const siteId = randomUUID() as string as SiteId;
      const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
      await store.write(addSite, { siteId, siteName, timeZone: 'UTC', controllerKey, now: MIDNIGHT });
      return siteId;
    },
    async set(siteId: SiteId, picture: string): Promise<void> {
      const body = { schedules: drawSchedules(picture) };
      const { status, text } = await ask(`/api/v1/public/sites/${siteId}/schedules`, { method: 'POST', body });
      if (status !== 201) throw new Error(text);
    },
    async report(siteId: SiteId, reported: Partial<Assets>): Promise<void> {
      const assets = { ...unknownAssets(), ...reported };
      const texts = { tree: splitTree('{}'), assets: JSON.stringify(assets), ratings: ratingsText(assets) };
      const devices = { ...texts, unmeasured: [], measurements: measurementsOf(assets) };
      const said = { session: randomUUID(), sequence: 1, clockOffsetMs: 0, revision: null, rejected: [] };
      await store.write(recordReport, { siteId, now: clock.now, ...said, devices });
    },
    async close(): Promise<void> {
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Asking {
  readonly store: Store;
  readonly now: () => number;
  readonly history: HistoryShare;
  readonly budget: Budget;
  readonly orders: ReadonlyMap<SiteId, readonly PoolOrder[]>;
  readonly scopesOf: (clientId: ClientId) => readonly Scope[] | undefined;
}

function buildApp({ store, now, history, budget, orders, scopesOf }: Asking): FastifyInstance {
  const logger = pino({ level: 'silent' });
  const app = buildHttp({ logger, trustedProxies: [], tls: undefined });
  const authenticate = (authorization = '') => {
    const clientId = authorization.replace('Bearer ', '') as ClientId;
    const scopes = scopesOf(clientId);
    return scopes && { clientId, scopes: new Set(scopes) };
  };
  const guarded = { store, access: createAccess({ budget, store, authenticate }) };
  const scheduling = {
    ...guarded,
    history,
    ...SIZES,
    budget,
    now,
    countBatch: () => undefined,
    makeId: randomUUID,
    onAccepted: () => undefined,
  };
  scheduleRoutes(app, scheduling);
  portfolioRoutes(app, scheduling);
  siteRoutes(app, { ...guarded, now, offlineAfterMs: 90_000 });
  const board = { of: (siteId: SiteId) => orders.get(siteId) ?? [] };
  planRoutes(app, { ...guarded, now, orders: board });
  validateRoutes(app, { ...guarded, now, ...SIZES });
  historyRoutes(app, guarded);
  headroomRoutes(app, { ...guarded, now });
  followingRoutes(app, {
    ...guarded,
    now,
    offlineAfterMs: 90_000,
    orders: board,
    pastOrders: (wanted) => pastOrders(store, wanted),
    tolerances: { grid: TOLERANCE, bess: TOLERANCE },
  });
  measurementRoutes(app, guarded);
  overviewRoutes(app, { ...guarded, now, offlineAfterMs: 90_000 });
  return app;
}

function askOf(app: FastifyInstance, everybody: ClientId) {
  return async (url: string, { method = 'GET', body, client = everybody, headers = {} }: Asked = {}) => {
    const content = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const reply = await app.inject({
      method,
      url,
      headers: { Authorization: `Bearer ${client}`, ...content, ...headers },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    });
    return { status: reply.statusCode, text: reply.body, headers: reply.headers };
  };
}

/** For tests: commands as they are drawn, one a line: `grid activePowerkW | 00-04 100, 04:15-08 -50`. */
export function drawSchedules(picture: string): AssetScheduleCommand[] {
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [name = '', drawn = ''] = line.split('|').map((part) => part.trim());
    const found = findPair(name.replace(' ', '/'));
    if (found === undefined) throw new Error(`no command is called ${name}`);
    const entries = drawn.split(',').filter((entry) => entry !== '');
    return { ...namesOfPair(found.pair), entries: entries.map((entry) => drawEntry(entry.trim())) };
  });
}

function drawEntry(drawn: string) {
  const [range = '', value = ''] = drawn.split(' ');
  const [start = '', end = ''] = range.split('-');
  return { startAt: clockText(start), endAt: clockText(end), value: Number(value) };
}

/** For tests: the instant of a drawn time, `04` or `04:15`; `24` is the next midnight. */
export function clockText(drawn: string): string {
  const [hours = '0', minutes = '0'] = drawn.split(':');
  return new Date(MIDNIGHT + (Number(hours) * 60 + Number(minutes)) * 60_000).toISOString();
}

/** For tests: the groups of a site of which both ratings are the same in size. */
export function ratedAssets({ grid = 1_000, bess = 500, capacityKwh = 1_000, soc = 50 } = {}): Partial<Assets> {
  const rated = (size: number) => ({ ratedPowerUpperLimitkW: size, ratedPowerLowerLimitkW: -size });
  return {
    grid: { id: 'grid', type: 'grid', ...rated(grid) },
    bess: { id: 'bess', type: 'bess', ...rated(bess), availableStorageCapacitykWh: capacityKwh, soc },
    solar: { id: 'solar', type: 'solar', ratedPowerUpperLimitkW: 200, ratedPowerLowerLimitkW: 0 },
  };
}

function countedTurns(own: Budget) {
  let turns = 0;
  const turn = (caller: string) => {
    turns += 1;
    return own.turn(caller);
  };
  return { budget: { ...own, turn }, turns: () => turns };
}
