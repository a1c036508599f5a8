import { randomUUID } from 'node:crypto';
import { type Hold, PATHS } from '@setpoint/contract';
import { ask, askAnnouncing, type Call, type Reply } from '@setpoint/server/testing/ask';
import type { World } from '@setpoint/server/testing/open-world';
import { brokenBody, type Provoke, unknownQuery, withId, withNul, withoutGrant, wrongBody } from './provoke.ts';

export type OwnProvocations = Readonly<Record<number, readonly Provoke[]>>;

const badState: Provoke = (world, good) => ask(world.base, { ...good, path: `${good.path}?state=gone` });

/** What provokes a status on what sets or stops many sites. */
export const manySitesProvocations: Readonly<Record<string, OwnProvocations>> = {
  setPortfolio: {
    200: [(world, good) => ask(world.base, { ...good, body: good.body?.replace('"all"', '"each"') ?? '' })],
    400: [
      wrongBody,
      brokenBody,
      unknownQuery,
      (world, good) => ask(world.base, { ...good, body: good.body?.replace('"value":250', '"value":null') ?? '' }),
      (world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'If-Schedule-Version': '1' } }),
    ],
    403: [forReadersOnly],
    404: [forElsewhereOnly, (world, good) => ask(world.base, { ...good, body: withId(good.body ?? '', randomUUID()) })],
    412: [withSiteCondition('"ifScheduleVersion":7')],
    413: [(world, good) => askAnnouncing(world.base, good, 33 * 1024 * 1024)],
    422: [
      async (world, good) => {
        const keyed = { ...good, body: withCondition(good, `"idempotencyKey":"${randomUUID()}"`) };
        await ask(world.base, keyed);
        return ask(world.base, { ...keyed, body: keyed.body.replace('"value":250', '"value":100') });
      },
    ],
  },
  getPortfolio: {
    404: [
      withoutGrant('sites:read'),
      withNul,
      (world, good) => ask(world.base, { ...good, path: withId(good.path, 'x') }),
    ],
  },
  importRegistry: {
    400: [
      wrongBody,
      brokenBody,
      unknownQuery,
      (world, good) => ask(world.base, { ...good, body: good.body?.replace('"UTC"', '"Mars"') ?? '' }),
    ],
    409: [disablingItself],
    413: [(world, good) => askAnnouncing(world.base, good, 33 * 1024 * 1024)],
  },
  acknowledgeProblem: {
    400: [(world, good) => ask(world.base, { ...good, body: good.body?.replace('offline', 'sleepy') ?? '' })],
    403: [asReader],
    404: [
      (world, good) => ask(world.base, { ...good, body: good.body?.replace(/\["[^"]+/, `["${randomUUID()}`) ?? '' }),
    ],
  },
  listHolds: { 400: [badState] },
  makeHold: {
    400: [(world, good) => ask(world.base, { ...good, body: '{"asset":"bess"}' })],
    403: [(world, good) => asStranger(world, good, '{"allSites":true}')],
    404: [
      (world, good) => ask(world.base, { ...good, body: `{"siteId":"${randomUUID()}"}` }),
      (world, good) => asStranger(world, good, `{"poolId":"${randomUUID()}"}`),
      (world, good) => asStranger(world, good, good.body),
      async (world, good) => {
        const headers = { ...good.headers, ...(await world.bearer('schedules:write fleet:admin')) };
        return ask(world.base, { ...good, headers, body: `{"clientId":"${randomUUID()}"}` });
      },
    ],
    409: [
      async (world, good) => {
        const client = await world.client({ allSites: true, can: 'schedule' });
        const call = { ...good, headers: { ...good.headers, ...(await world.bearer('schedules:write', client)) } };
        for (let made = 0; made < 100; made += 1) await ask(world.base, call);
        return ask(world.base, call);
      },
    ],
  },
  getHold: { 400: [badState], 404: [withoutGrant('sites:read')] },
  releaseHold: {
    403: [onesOwnAlone],
    404: [withoutGrant('schedules:write')],
  },
};

/** A client that may read the site of the body, and no more. */
export async function forReadersOnly(world: World, good: Call): Promise<Reply> {
  const client = await world.client();
  const siteId = /[\da-f]{8}-[\da-f-]{27}/.exec(`${good.path}${good.body}`)?.[0];
  const headers = { ...(await world.bearer('fleet:admin')), 'Content-Type': 'application/json' };
  const path = PATHS.fleetClientGrants.replace(':clientId', client.clientId);
  await ask(world.base, { method: 'PUT', path, headers, body: JSON.stringify({ siteId, can: 'read' }) });
  const token = await world.token('schedules:write', client);
  return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
}

/** A client that may set another site does not know of this one. */
async function forElsewhereOnly(world: World, good: Call): Promise<Reply> {
  const client = await world.client();
  const path = PATHS.fleetClientGrants.replace(':clientId', client.clientId);
  const headers = { ...(await world.bearer('fleet:admin')), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ siteId: await world.site(), can: 'schedule' });
  await ask(world.base, { method: 'PUT', path, headers, body });
  const token = await world.token('schedules:write', client);
  return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
}

function withSiteCondition(condition: string): Provoke {
  return (world, good) => ask(world.base, { ...good, body: withCondition(good, condition) });
}

function withCondition({ body = '' }: Call, condition: string): string {
  return body.replace('"schedules"', `${condition},"schedules"`);
}

/** It sees all sites, and may schedule none. */
async function asReader(world: World, good: Call): Promise<Reply> {
  const token = await world.token('schedules:write', await world.client({ allSites: true, can: 'read' }));
  return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
}

async function asStranger(world: World, good: Call, body: string | undefined): Promise<Reply> {
  const token = await world.token('schedules:write', await world.client());
  const headers = { ...good.headers, Authorization: `Bearer ${token}` };
  return ask(world.base, body === undefined ? { ...good, headers } : { ...good, headers, body });
}

/** A hold of all sites is known to every client, and released by none but its maker. */
async function onesOwnAlone(world: World, good: Call): Promise<Reply> {
  const headers = { ...good.headers, ...(await world.bearer('schedules:write fleet:admin')) };
  const sent = { ...headers, 'Content-Type': 'application/json' };
  const made = await ask(world.base, {
    method: 'POST',
    path: PATHS.fleetHolds,
    headers: sent,
    body: '{"allSites":true}',
  });
  const { holdId } = JSON.parse(made.text) as Hold;
  const reply = await asStranger(world, { ...good, path: withId(good.path, holdId) }, undefined);
  await ask(world.base, { ...good, path: withId(good.path, holdId) });
  return reply;
}

/** The operator, by its name. */
async function disablingItself(world: World, good: Call): Promise<Reply> {
  const path = PATHS.fleetClient.replace(':clientId', world.operatorId);
  const { text } = await ask(world.base, { method: 'GET', path, headers: good.headers });
  const { clientName, scopes } = JSON.parse(text) as { clientName: string; scopes: string[] };
  const client = { clientName, scopes, isEnabled: false, grants: [], subjects: [] };
  const body = JSON.stringify({ format: 'setpoint-registry-1', sites: [], clients: [client] });
  return ask(world.base, { ...good, body });
}
