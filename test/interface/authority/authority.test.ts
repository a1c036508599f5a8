import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actsForSomebody } from './acts-for-somebody.ts';
import { acknowledge, checkAcknowledging } from './check-acknowledging.ts';
import { allReads } from './all-reads.ts';
import { everythingOn } from './everything-on.ts';
import { fleetCell } from './fleet-cell.ts';
import { holdCells } from './hold-cells.ts';
import { type Ask, type Asked, HOOK, hookCell } from './hook-cell.ts';
import { notAsked } from './not-asked.ts';
import { poolCell } from './pool-cell.ts';
import { rows } from './rows.ts';
import { addClient, type Fleet, startFleet } from './start-fleet.ts';

const NOBODYS_SITE = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
const BATCH = { schedules: [{ asset: 'wind', type: 'activePowerkW', entries: [] }] };
const WINDOW = { from: '2030-01-01T00:00:00Z', to: '2030-01-02T00:00:00Z' };
const CLEAR = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };

let fleet: Fleet;
let operatorsHook: string;
/** One batch of each site that there is, and one call for many sites that set it. */
const batches = new Map<string, string>();
const portfolios = new Map<string, string>();
let fleetHolds: string[];

beforeAll(async () => {
  fleet = await startFleet();
  const { a, b } = fleet.sites;
  const made = [a, b].map((siteId) => fleet.operator.ask('/api/v1/fleet/holds', { method: 'POST', body: { siteId } }));
  fleetHolds = (await Promise.all(made)).map(({ body }) => (body as { holdId: string }).holdId);
  const hook = await fleet.operator.ask('/api/v1/fleet/webhooks', { method: 'POST', body: HOOK });
  operatorsHook = (hook.body as { webhookId: string }).webhookId;
  for (const siteId of Object.values(fleet.sites)) {
    const body = { mode: 'all', batches: [{ siteId, schedules: CLEAR.schedules }] };
    const set = await fleet.operator.ask('/api/v1/fleet/schedules', { method: 'POST', body });
    portfolios.set(siteId, (set.body as { parentBatchId: string }).parentBatchId);
    const { body: posted } = await fleet.operator.postSchedules(siteId, CLEAR.schedules);
    batches.set(siteId, (posted as { batchId: string }).batchId);
  }
  await acknowledge((path, asked) => fleet.operator.ask(path, asked), [a, b]);
});

afterAll(() => fleet[Symbol.asyncDispose]());

/** What the test at hand asked, by method and path. */
const askedRoutes = new Set<string>();

async function ask(authorization: string | undefined, path: string, { method = 'GET', body }: Asked = {}) {
  askedRoutes.add(`${method} ${path.split('?')[0]}`);
  const response = await fetch(fleet.url + path, {
    method,
    headers: {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status >= 400) {
    expect(Object.keys(JSON.parse(text) as object).join()).toMatch(/^error,message(?:,problems)?$/);
    expect(text).not.toMatch(/secret (?:a|b|client)/);
    expect(response.headers.get('WWW-Authenticate')).toBe(response.status === 401 ? 'Bearer' : null);
  }
  return { status: response.status, text };
}

async function listCell(authorization: string | undefined): Promise<string> {
  const { status, text } = await ask(authorization, '/api/v1/public/sites');
  const overview = await ask(authorization, '/api/v1/fleet/overview');
  expect([overview.status, siteIdsIn(overview.text)]).toEqual([status, siteIdsIn(text)]);
  for (const path of ['/api/v1/fleet/status', '/api/v1/fleet/nodes'])
    expect((await ask(authorization, path)).status).toBe(status);
  await checkOwn(authorization, status !== 401);
  const named = await ask(authorization, `/api/v1/fleet/overview?siteIds=${fleet.sites.a},${fleet.sites.b}`);
  const isNamed = (siteId: string) => siteId === fleet.sites.a || siteId === fleet.sites.b;
  expect(new Set(siteIdsIn(named.text))).toEqual(new Set(siteIdsIn(text).filter(isNamed)));
  if (status !== 200) return String(status);
  const seen = siteIdsIn(text);
  const { a, b } = fleet.sites;
  return `${seen.includes(a) ? 'a' : ''}${seen.includes(b) ? 'b' : ''}` || (seen.length === 0 ? '-' : 'others');
}

/** Whoever is proven reads who it is, whatever it may do; a client that acts for a person has no hand in its sessions. */
async function checkOwn(authorization: string | undefined, isProven: boolean): Promise<void> {
  const isActing = actsForSomebody(authorization);
  const own = [
    ['/api/v1/fleet/me', 'GET', 200],
    ['/api/v1/fleet/me/sessions', 'GET', isActing ? 403 : 200],
    [`/api/v1/fleet/me/sessions/${NOBODYS_SITE}`, 'DELETE', isActing ? 403 : 404],
  ] as const;
  for (const [path, method, status] of own) {
    expect((await ask(authorization, path, { method })).status).toBe(isProven ? status : 401);
  }
}

/** Nothing is left of a person who signs out everywhere. */
async function checkSignOut(principal: string, authorization: string | undefined): Promise<void> {
  const isProven = (await ask(authorization, '/api/v1/fleet/me')).status === 200;
  const { status } = await ask(authorization, '/api/v1/fleet/me/sessions', { method: 'DELETE' });
  expect(status).toBe(isProven ? (actsForSomebody(authorization) ? 403 : 204) : 401);
  if (status === 403 || !fleet.isPersonal(principal)) return;
  expect((await ask(authorization, '/api/v1/fleet/me')).status).toBe(401);
}

function siteIdsIn(text: string): string[] {
  const { sites = [] } = JSON.parse(text) as { sites?: { siteId: string }[] };
  return sites.map(({ siteId }) => siteId);
}

/** To the fleet interface a site without a grant is one that does not exist. */
async function checkFleetSite(authorization: string | undefined, siteId: string, isReadable: boolean): Promise<void> {
  const { status, text } = await ask(authorization, `/api/v1/fleet/sites/${siteId}/devices`);
  if (isReadable) expect(status).toBe(200);
  else {
    const missing = await ask(authorization, `/api/v1/fleet/sites/${NOBODYS_SITE}/devices`);
    expect([status, text]).toEqual([missing.status, missing.text]);
  }
}

async function siteCells(authorization: string | undefined, siteId: string, body: object): Promise<string[]> {
  const path = `/api/v1/public/sites/${siteId}`;
  const got = await ask(authorization, path);
  const head = await fetch(fleet.url + path, {
    method: 'HEAD',
    ...(authorization === undefined ? {} : { headers: { Authorization: authorization } }),
  });
  expect(head.status).toBe(got.status);
  await checkFleetSite(authorization, siteId, got.status === 200);
  const posted = await ask(authorization, `${path}/schedules`, { method: 'POST', body });
  const splice = { method: 'PATCH', body: { ...body, ...WINDOW } };
  const spliced = await ask(authorization, `/api/v1/fleet/sites/${siteId}/schedules`, splice);
  // A site that cannot be seen does not exist there, and the scope is asked for first.
  const isKnown = posted.status !== 403 && posted.status !== 404;
  expect(isKnown ? [posted.status] : [403, 404]).toContain(spliced.status);
  return [String(got.status), String(posted.status)];
}

/** Every route that shows something of one site; those who cannot see the site are told that there is none. */
async function seenCells(authorization: string | undefined): Promise<string[]> {
  const { a, b } = fleet.sites;
  const cells = [a, b, NOBODYS_SITE].map(async (siteId) => {
    const site = `/api/v1/fleet/sites/${siteId}`;
    const day = new URLSearchParams(WINDOW).toString();
    const paths = [
      '/orders',
      '/delivery',
      '/batches',
      '/schedules',
      '/schedules?version=0',
      '/schedules/diff?from=0&to=0',
    ];
    const windows = ['/plan', '/headroom', '/following', '/measurements'];
    const many = ['/plans', '/headroom'];
    const answers = await Promise.all([
      ...[...paths, ...windows.map((path) => `${path}?${day}`)].map((path) => ask(authorization, site + path)),
      ask(authorization, `/api/v1/fleet/batches/${batches.get(siteId) ?? NOBODYS_SITE}`),
      ask(authorization, `/api/v1/fleet/portfolios/${portfolios.get(siteId) ?? NOBODYS_SITE}`),
      ...many.map((path) => {
        const body = { siteIds: [siteId], ...WINDOW };
        return ask(authorization, `/api/v1/fleet${path}`, { method: 'POST', body });
      }),
    ]);
    return [...new Set(answers.map(({ status }) => status))].join();
  });
  return Promise.all(cells);
}

async function tryCells(authorization: string | undefined): Promise<string[]> {
  const { a, b } = fleet.sites;
  const cells = [a, b, NOBODYS_SITE].map(async (siteId) => {
    const path = `/api/v1/fleet/sites/${siteId}/schedules/validate`;
    return String((await ask(authorization, path, { method: 'POST', body: CLEAR })).status);
  });
  return Promise.all(cells);
}

/** The sites of which somebody is notified, or the status in place of that. */
async function toldCell(authorization: string | undefined): Promise<string> {
  const { status, text } = await ask(authorization, '/api/v1/fleet/events?after=oldest&follow=false');
  if (status !== 200) return String(status);
  const { a, b } = fleet.sites;
  const told = new Set([...text.matchAll(/"siteId":"([^"]*)"/g)].map(([, siteId]) => siteId));
  return `${told.has(a) ? 'a' : ''}${told.has(b) ? 'b' : ''}` || (told.size === 0 ? '-' : 'others');
}

/** What `seenCells` should find for one who gets these answers from the public interface. */
function expectedToSee([, list = '']: readonly string[]): string[] {
  if (/^\d+$/.test(list)) return [list, list, list];
  return [list.includes('a') ? '200' : '404', list.includes('b') ? '200' : '404', '404'];
}

async function portfolioCells(authorization: string | undefined): Promise<string[]> {
  const { a, b } = fleet.sites;
  const replies = [a, b].map((siteId) => {
    const body = { mode: 'all', batches: [{ siteId, ...CLEAR }] };
    return ask(authorization, '/api/v1/fleet/schedules', { method: 'POST', body });
  });
  return (await Promise.all(replies)).map(({ status }) => String(status));
}

describe('what a caller may do', () => {
  it('is asked of every principal there is', () => {
    expect(rows.map(({ principal }) => principal)).toEqual(fleet.principals);
  });

  it.each(rows)('is, for "$principal", what the table says', async ({ principal, cells }) => {
    const authorization = await fleet.authorizationOf(principal);
    const asCaller: Ask = (path, asked) => ask(authorization, path, asked);
    const { a, b } = fleet.sites;
    askedRoutes.clear();
    expect(await seenCells(authorization)).toEqual(expectedToSee(cells));
    expect(await toldCell(authorization)).toBe(cells[1]);
    const before = await everythingOn(fleet);
    const health = (await ask(authorization, '/api/v1/public/health')).status;
    const list = await listCell(authorization);
    const onSites = [
      ...(await siteCells(authorization, a, CLEAR)),
      ...(await siteCells(authorization, b, CLEAR)),
      ...(await siteCells(authorization, NOBODYS_SITE, BATCH)),
    ];
    if (!onSites.includes('201')) expect(await everythingOn(fleet)).toEqual(before);
    expect([
      String(health),
      list,
      ...onSites,
      await fleetCell(asCaller, fleet),
      ...(await tryCells(authorization)),
      ...(await holdCells(asCaller, { ...fleet, holds: fleetHolds })),
      ...(await portfolioCells(authorization)),
      await hookCell(asCaller, operatorsHook),
      ...(await poolCell(asCaller, fleet)),
    ]).toEqual(cells);
    await checkAcknowledging(asCaller, { ...fleet.sites, none: NOBODYS_SITE }, cells);
    await checkSignOut(principal, authorization);
    expect(notAsked(askedRoutes)).toEqual([]);
  });

  it('does not depend on the body: a wrong one is told only to who may send a right one', async () => {
    const posted: unknown[] = [];
    for (const { principal } of rows) {
      const authorization = await fleet.authorizationOf(principal);
      posted.push([principal, (await siteCells(authorization, fleet.sites.a, BATCH))[1]]);
    }
    expect(posted).toEqual(rows.map(({ principal, cells }) => [principal, cells[3] === '201' ? '400' : cells[3]]));
  });

  it("leaves an operator's hold to operators", async () => {
    const authorization = await fleet.authorizationOf('schedule all');
    const statuses = fleetHolds.map(async (holdId) => {
      const path = `/api/v1/fleet/holds/${holdId}`;
      return (await ask(authorization, path, { method: 'DELETE' })).status;
    });
    await expect(Promise.all(statuses)).resolves.toEqual([403, 403]);
  });

  it('is, for auditors, to read all that operators read', async () => {
    const { a } = fleet.sites;
    const [holdId = '', batchId = '', parentBatchId = ''] = [fleetHolds[0], batches.get(a), portfolios.get(a)];
    // A sign-in meanwhile would be one more of what is read.
    const signedIn = new Map<string, string | undefined>();
    for (const name of ['operator', 'auditor', 'auditor, a person'])
      signedIn.set(name, await fleet.authorizationOf(name));
    const readers = { ...fleet, authorizationOf: async (name: string) => signedIn.get(name) };
    for (const read of await allReads(readers, { holdId, batchId, parentBatchId })) {
      const operators = await read('operator');
      expect(operators.status).toBe(200);
      for (const principal of ['auditor', 'auditor, a person']) expect(await read(principal)).toEqual(operators);
    }
  });

  it('names machines and the version to operators and auditors alone', async () => {
    const namesShownTo = async (principal: string) => {
      const authorization = await fleet.authorizationOf(principal);
      const texts = ['/api/v1/fleet/status', '/api/v1/fleet/nodes'].map((path) => ask(authorization, path));
      return (await Promise.all(texts)).map(({ text }) => /"(?:nodeName|softwareVersion)":"/.test(text));
    };
    for (const principal of ['operator', 'auditor']) expect(await namesShownTo(principal)).toEqual([true, true]);
    for (const principal of ['read all', 'schedule all', 'operator to read']) {
      expect(await namesShownTo(principal)).toEqual([false, false]);
    }
  });

  it('ends with the grant, whatever tokens are out', async () => {
    const { operator, sites, url } = fleet;
    const client = await addClient(operator);
    const path = `/api/v1/fleet/clients/${client.clientId}`;
    await operator.ask(`${path}/grants`, { method: 'PUT', body: { siteId: sites.a, can: 'schedule' } });
    const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.clientSecret };
    const token = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    const authorization = `Bearer ${((await token.json()) as { access_token: string }).access_token}`;
    expect(await siteCells(authorization, sites.a, CLEAR)).toEqual(['200', '201']);
    await operator.ask(`${path}/grants`, { method: 'PUT', body: { siteId: sites.a, can: 'read' } });
    expect(await siteCells(authorization, sites.a, CLEAR)).toEqual(['200', '403']);
    await operator.ask(`${path}/grants?siteId=${sites.a}`, { method: 'DELETE' });
    expect(await siteCells(authorization, sites.a, CLEAR)).toEqual(['403', '403']);
    await operator.ask(path, { method: 'PATCH', body: { isEnabled: false } });
    expect(await siteCells(authorization, sites.a, CLEAR)).toEqual(['401', '401']);
  });
});
