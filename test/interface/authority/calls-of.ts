import { type Operation, OPERATIONS } from '@setpoint/contract';
import type { Fleet } from './start-fleet.ts';

const NOBODYS = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
const WINDOW = { from: '2030-01-01T00:00:00Z', to: '2030-01-01T01:00:00Z' };
export const CLEAR = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };
/** An address that nothing is sent to. */
export const HOOK = { url: 'https://192.0.2.1/hook' };

/** What a call is about: site a or b, the pool of site a, all sites, or something that does not exist. */
export type Subject = 'a' | 'b' | 'pool' | 'all' | 'none';

/** By the name in a path, one of each subject; what is missing here does not exist. */
export type Known = Readonly<Record<string, Partial<Record<Subject, string>>>>;

export interface Call {
  readonly row: Operation;
  readonly subject: Subject;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const EVERYWHERE = { allSites: 'true' };
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  getPoolHeadroom: WINDOW,
  getPoolFollowing: WINDOW,
  getPoolSupplied: WINDOW,
  diffSchedules: { from: '0', to: '0' },
  streamEvents: { after: 'oldest', follow: 'false' },
  listHolds: { state: 'open' },
  removeGrant: EVERYWHERE,
  takePersonRole: EVERYWHERE,
  takeGroupRole: EVERYWHERE,
};

const OF_SITES = /:(?:siteId|batchId|parentBatchId|holdId)/;
const NAMING_SITES = new Set(['setPortfolio', 'getPlans', 'getHeadroom', 'acknowledgeProblem']);

/** Every operation that a token is for, about each subject that it may have; ending one's own sessions comes last. */
export function callsOf(fleet: Fleet, known: Known): Call[] {
  const byToken = OPERATIONS.filter(({ scope, credential }) => scope !== undefined || credential === 'any-token');
  const last = byToken.filter(({ id }) => id === 'endMySessions');
  return [...byToken.filter((row) => !last.includes(row)), ...last].flatMap((row) =>
    subjectsOf(row).map((subject) => callOf(row, subject, { fleet, known })),
  );
}

/** What only operators change is changed of nothing that exists. */
function subjectsOf({ id, path, method, scope }: Operation): readonly Subject[] {
  if (id === 'makeHold') return ['a', 'b', 'none', 'pool', 'all'];
  if (scope === 'fleet:admin') return [method === 'get' ? 'a' : 'none'];
  if (path.includes(':poolId')) return ['pool', 'none'];
  return OF_SITES.test(path) || NAMING_SITES.has(id) ? ['a', 'b', 'none'] : ['none'];
}

function callOf(row: Operation, subject: Subject, { fleet, known }: { fleet: Fleet; known: Known }): Call {
  const ids = { siteId: { ...fleet.sites }, poolId: { pool: fleet.poolId }, ...known };
  const idOf = (name: string) =>
    row.id === 'putPool' ? crypto.randomUUID() : ((ids as Known)[name]?.[subject] ?? NOBODYS);
  const required = (row.parameters ?? []).filter(({ in: place, required: isIt }) => place === 'query' && isIt);
  const examples = Object.fromEntries(required.map(({ name, example }) => [name, String(example)]));
  const query = new URLSearchParams(QUERIES[row.id] ?? examples).toString();
  const path = row.path.replaceAll(/:(\w+)/g, (_all, name: string) => idOf(name));
  const body = bodyOf(row, subject, { siteId: idOf('siteId'), poolId: idOf('poolId') });
  const call = { row, subject, method: row.method.toUpperCase(), path: query === '' ? path : `${path}?${query}` };
  return body === undefined ? call : { ...call, body };
}

function bodyOf({ id, request }: Operation, subject: Subject, { siteId, poolId }: Record<string, string>) {
  const soon = new Date(Date.now() + 600_000).toISOString();
  const held = { pool: { poolId }, all: { allSites: true } }[subject as string] ?? { siteId };
  // An example would be set up for good, or would be sent somewhere.
  const bodies: Readonly<Record<string, object>> = {
    setSchedules: CLEAR,
    validateSchedules: CLEAR,
    spliceSchedules: { ...CLEAR, ...WINDOW },
    setPortfolio: { mode: 'all', batches: [{ siteId, ...CLEAR }] },
    getPlans: { siteIds: [siteId], ...WINDOW },
    getHeadroom: { siteIds: [siteId], ...WINDOW },
    acknowledgeProblem: { siteIds: [siteId], problem: 'offline', until: soon },
    makeHold: held,
    putPool: { poolName: 'secret a pool', service: 'mfrr', split: 'merit' },
    putPoolMember: {},
    putPoolSignal: { kW: 1, sequence: Date.now(), validUntil: soon },
    sendPoolSignal: { kW: 1, validUntil: soon },
    takePoolSeat: { reason: 'a test' },
    addWebhook: HOOK,
    replayWebhook: { after: 'oldest' },
    importRegistry: { format: 'setpoint-registry-1', sites: [], clients: [] },
    addAlert: {
      alertName: 'mine',
      condition: 'offline',
      minutes: 10,
      allSites: true,
      channel: 'webhook',
      target: 'https://127.0.0.1/',
    },
  };
  return bodies[id] ?? (request?.example as object | undefined);
}
