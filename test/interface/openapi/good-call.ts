import { randomUUID } from 'node:crypto';
import {
  type AddedClient,
  type AddedControllerKey,
  type Operation,
  OPERATIONS,
  PATHS,
  type SigningKeyList,
} from '@setpoint/contract';
import type { Call } from './ask.ts';
import { at } from '@setpoint/server/testing/asking-of';
import type { World } from '@setpoint/server/testing/open-world';

export const DAY = 'from=2026-10-25T00:00:00Z&to=2026-10-26T00:00:00Z';

const MINUTE_MS = 60_000;
const HOUR = 'from=2030-01-01T00:00:00Z&to=2030-01-01T01:00:00Z';
/** The site of all examples. */
const EXAMPLE_SITE = '6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35';
const ENTRY = { startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-25T06:00:00Z', value: 250 };
const SCHEDULES = { schedules: [{ asset: 'grid', type: 'upperLimitkW', entries: [ENTRY] }] };
const PORTFOLIO = { mode: 'all', batches: [{ siteId: EXAMPLE_SITE, ...SCHEDULES }] };
const EVERYWHERE = { role: 'viewer', allSites: true };
// No public addresses: nothing is ever sent there.
const HOOK = { url: 'https://10.255.255.1/hook' };
const ALERT = { alertName: 'Site offline', condition: 'offline', minutes: 10, allSites: true, channel: 'webhook' };
const TARGET = { target: 'https://127.0.0.1/hook' };

/** What a request has that its row does not say. */
interface Made {
  /** What its path names. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** An object is sent as JSON; text as it stands. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Make = (world: World) => Promise<Made>;

/** A request of an operation that succeeds, as its row has it, with all it needs made anew. */
export async function goodCall(world: World, id: string): Promise<Call> {
  const row = OPERATIONS.find((one) => one.id === id);
  if (row === undefined) throw new Error(`there is no operation ${id}`);
  const made = await madeFor(world, row);
  const { query = exampleQuery(row), body = row.request?.example } = made;
  const path = pathOf(row, made);
  const call = { method: row.method.toUpperCase(), path: query === '' ? path : `${path}?${query}` };
  const headers = made.headers ?? (await credentialOf(world, row));
  return body === undefined ? { ...call, headers } : sending(world, { ...call, headers }, body);
}

async function madeFor(world: World, { id, path }: Operation): Promise<Made> {
  const [, first = ''] = /:(\w+)/.exec(path) ?? [];
  return { ...(await NAMED[first]?.(world)), ...(await OWN[id]?.(world)) };
}

function pathOf({ path }: Operation, { ids = {} }: Made): string {
  return path.replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? '');
}

async function sending(world: World, call: Call, body: unknown): Promise<Call> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const siteId = text.includes(EXAMPLE_SITE) ? await world.site() : '';
  const headers = { 'Content-Type': 'application/json', ...call.headers };
  const until = new Date(world.now() + MINUTE_MS).toISOString();
  const anew = text
    .replaceAll(EXAMPLE_SITE, siteId)
    .replaceAll(/"(until|validUntil)":"[^"]*"/g, `"$1":"${until}"`)
    .replaceAll(/"(subject|groupName)":"[^"]*"/g, `"$1":"${randomUUID()}"`);
  return { ...call, headers, body: anew };
}

function exampleQuery({ parameters = [] }: Operation): string {
  const examples = parameters.flatMap(({ in: place, name, example }) =>
    place === 'query' && example !== undefined ? [[name, String(example)] as [string, string]] : [],
  );
  return new URLSearchParams(examples).toString();
}

async function credentialOf(world: World, { scope, alsoScope, credential }: Operation) {
  if (credential === 'controller-key') return { Authorization: `Bearer ${(await addedKey(world)).controllerKey}` };
  if (credential === 'any-token') return world.bearer('sites:read');
  return scope === undefined ? {} : world.bearer([scope, alsoScope].filter(Boolean).join('+'));
}

/** By the first name in a path, what it may name. */
const NAMED: Readonly<Record<string, Make>> = {
  siteId: async (world) => ({ ids: await setSite(world) }),
  batchId: async (world) => ({ ids: await setSite(world), query: '' }),
  poolId: async (world) => ({ ids: await askedPool(world) }),
  clientId: async (world) => ({ ids: { clientId: (await world.client()).clientId } }),
  personId: (world) => madeBy(world, 'addPerson'),
  groupId: (world) => madeBy(world, 'addGroup'),
  alertId: (world) => madeBy(world, 'addAlert'),
  parentBatchId: (world) => madeBy(world, 'setPortfolio'),
  holdId: (world) => madeBy(world, 'makeHold'),
  webhookId: async (world) => {
    const headers = await listener(world);
    return { ids: await world.done('POST', PATHS.fleetWebhooks, { as: headers, body: HOOK }), headers };
  },
  sessionId: async (world) => {
    const { personId, sessionId, authorization } = await world.person();
    await world.done('PUT', at(PATHS.fleetPersonRoles, personId), { body: EVERYWHERE });
    return { ids: { sessionId }, headers: { Authorization: authorization } };
  },
  session: async () => ({ ids: { session: 's' } }),
  keyId: async (world) => {
    const { keys } = await world.done<SigningKeyList>('GET', PATHS.fleetSigningKeys);
    return { ids: { keyId: keys.at(-1)?.keyId ?? '' } };
  },
};

/** Where the row has no example, or one that is not good, is good once, or would reach further than a test may. */
const OWN: Readonly<Record<string, Make>> = {
  setPortfolio: async () => ({ body: PORTFOLIO }),
  diffSchedules: async () => ({ query: 'from=0&to=1' }),
  makeHold: async () => ({ body: { siteId: EXAMPLE_SITE, asset: 'bess' } }),
  putPoolMember: async (world) => ({ ids: { ...(await askedPool(world)), siteId: await world.site() } }),
  takeBackPoolSignal: async () => ({ query: 'orderSequence=1' }),
  getPoolHeadroom: async () => ({ query: HOUR }),
  getPoolFollowing: async () => ({ query: HOUR }),
  getPoolSupplied: async () => ({ query: HOUR }),
  getSiteOrders: async (world) => ({ ids: await askedPool(world) }),
  streamEvents: async (world) => {
    await setSite(world);
    return { query: 'after=oldest&follow=false' };
  },
  addWebhook: async (world) => ({ headers: await listener(world), body: HOOK }),
  changeControllerKey: async (world) => ({ ids: await addedKey(world) }),
  revokeControllerKey: async (world) => ({ ids: await addedKey(world) }),
  removeGrant: async (world) => {
    const siteId = await world.site();
    const url = at(PATHS.fleetClientGrants, world.operatorId);
    await world.done('PUT', url, { body: { siteId, can: 'read' } });
    return { ids: { clientId: world.operatorId }, query: `siteId=${siteId}` };
  },
  unmapSubject: async (world) => {
    const { path, headers, body = '' } = await goodCall(world, 'mapSubject');
    await world.done('PUT', path, { as: headers, body });
    const [, clientId = ''] = /clients\/([^/]+)/.exec(path) ?? [];
    return { ids: { clientId }, query: new URLSearchParams(JSON.parse(body)).toString() };
  },
  takePersonRole: (world) => withRole(world, 'personId', PATHS.fleetPersonRoles),
  takeGroupRole: (world) => withRole(world, 'groupId', PATHS.fleetGroupRoles),
  importRegistry: async () => {
    const sites = [{ siteId: randomUUID(), siteName: 'Nordhafen', timeZone: 'UTC', notes: '' }];
    return { body: { format: 'setpoint-registry-1', sites, clients: [] } };
  },
  addAlert: async () => ({ body: { ...ALERT, ...TARGET } }),
  changeAlert: async () => ({ body: { minutes: 15, target: 'https://127.0.0.1/other' } }),
  sendReport: async () => ({ body: { session: 's', sequence: 1, sentAt: ENTRY.startAt, schedule: null } }),
  issueToken: async (world) => {
    const { clientId, clientSecret } = await world.client();
    return tokenForm({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret });
  },
};

function tokenForm(form: Record<string, string>) {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { headers, body: new URLSearchParams(form).toString() };
}

export function tokenCall(form: Record<string, string>): Call {
  return { method: 'POST', path: PATHS.token, ...tokenForm(form) };
}

/** Ids are what an answer names. */
async function madeBy(world: World, id: string): Promise<Made> {
  const { path, headers, body = '' } = await goodCall(world, id);
  return { ids: await world.done<Record<string, string>>('POST', path, { as: headers, body }) };
}

async function withRole(world: World, name: string, path: string): Promise<Made> {
  const { ids = {} } = (await NAMED[name]?.(world)) ?? {};
  await world.done('PUT', at(path, ids[name] ?? ''), { body: EVERYWHERE });
  return { ids, query: 'allSites=true' };
}

/** A client that may have webhooks: it has none yet. */
async function listener(world: World): Promise<Record<string, string>> {
  const body = { clientName: 'Listener', scopes: ['sites:read', 'schedules:write', 'fleet:webhooks'] };
  const client = await world.done<AddedClient>('POST', PATHS.fleetClients, { body });
  return world.bearer('fleet:webhooks+sites:read', client);
}

async function setSite(world: World) {
  const siteId = await world.site();
  const { batchId } = await world.done<{ batchId: string }>('POST', at(PATHS.schedules, siteId), { body: SCHEDULES });
  return { siteId, batchId };
}

async function addedKey(world: World) {
  const siteId = await world.site();
  const { keyId, controllerKey } = await world.done<AddedControllerKey>('POST', at(PATHS.fleetSiteKeys, siteId));
  return { siteId, keyId, controllerKey };
}

async function askedPool(world: World) {
  const siteId = await world.site();
  const poolId = await world.pool([siteId]);
  await world.signal(poolId, { kW: 5, sequence: 1, validUntil: new Date(Date.now() + MINUTE_MS).toISOString() });
  return { poolId, siteId };
}
