import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import { ask } from '@setpoint/server/testing/ask';
import type { OwnProvocations } from './many-sites-provocations.ts';
import { type Provoke, withId, withoutGrant } from './provoke.ts';

const ofAnotherService: Provoke = async (world, good) => {
  await ask(world.base, good);
  return ask(world.base, { ...good, body: good.body?.replace('afrr', 'mfrr') ?? '' });
};
const inAnotherPool: Provoke = async (world, good) => {
  await ask(world.base, good);
  return ask(world.base, { ...good, path: withId(good.path, randomUUID()) });
};
const noSuchSite: Provoke = (world, good) => ask(world.base, { ...good, body: withId(good.body ?? '', randomUUID()) });
const noPoolId: Provoke = (world, good) => ask(world.base, { ...good, path: withId(good.path, 'north') });
const twice: Provoke = async (world, good) => {
  await ask(world.base, good);
  return ask(world.base, good);
};
const alsoInThis: Provoke = async (world, good) => {
  await ask(world.base, good);
  const [base = '', siteId = ''] = good.path.split('/members/');
  const path = withId(base, randomUUID());
  await ask(world.base, { ...good, path, body: '{"poolName":"south","service":"afrr","split":"merit"}' });
  return ask(world.base, { ...good, path: `${path}/members/${siteId}` });
};
const withoutWindow: Provoke = (world, good) => ask(world.base, { ...good, path: good.path.split('?')[0] ?? '' });
const overTwoDays: Provoke = (world, good) => ask(world.base, { ...good, path: good.path.replace('01T01', '03T01') });
const withQuery =
  (query: string): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, path: `${good.path}?${query}` });

const asReader: Provoke = async (world, good) => {
  const { clientId, clientSecret } = await world.client();
  const grants = PATHS.fleetClientGrants.replace(':clientId', clientId);
  const headers = {
    Authorization: `Bearer ${await world.token('fleet:admin')}`,
    'Content-Type': 'application/json',
  };
  await ask(world.base, { method: 'PUT', path: grants, headers, body: '{"allSites":true,"can":"read"}' });
  const token = await world.token('schedules:write', { clientId, clientSecret });
  return ask(world.base, { ...good, headers: { ...good.headers, Authorization: `Bearer ${token}` } });
};
/** Somebody else took the seat meanwhile. */
const afterOthersSeat: Provoke = async (world, good) => {
  const client = await world.client({ allSites: true, can: 'schedule' });
  const headers = {
    Authorization: `Bearer ${await world.token('schedules:write', client)}`,
    'Content-Type': 'application/json',
  };
  await ask(world.base, { method: 'PUT', path: good.path, headers, body: '{"reason":"a test"}' });
  return ask(world.base, good);
};

function signalBody(year: string): string {
  return JSON.stringify({ kW: 1, sequence: 2, validUntil: `${year}-01-01T00:00:00Z` });
}

export const poolProvocations: Readonly<Record<string, OwnProvocations>> = {
  getPool: { 404: [withoutGrant('sites:read')] },
  putPool: {
    404: [noPoolId, noSuchSite],
    409: [ofAnotherService, inAnotherPool],
  },
  removePool: { 404: [twice] },
  listPoolMembers: {
    200: [withQuery('at=2030-01-01T00:00:00Z'), withQuery('knownAt=2026-01-01T00:00:00Z')],
    400: [withQuery('at=today'), withQuery('knownAt=2099-01-01T00:00:00Z')],
    404: [withoutGrant('sites:read')],
  },
  putPoolMember: { 409: [alsoInThis] },
  putPoolSignal: {
    400: [(world, good) => ask(world.base, { ...good, body: signalBody('2020') })],
    403: [asReader],
    404: [withoutGrant('schedules:write')],
    409: [
      async (world, good) => {
        await ask(world.base, good);
        return ask(world.base, { ...good, body: good.body?.replace('"kW":5', '"kW":6') ?? '' });
      },
    ],
  },
  takePoolSeat: { 403: [asReader], 404: [withoutGrant('schedules:write')] },
  giveBackPoolSeat: {
    403: [asReader],
    404: [withoutGrant('schedules:write')],
    409: [afterOthersSeat],
  },
  getPoolSignal: {
    400: [withQuery('at=today')],
    404: [withoutGrant('sites:read'), withQuery('at=2020-01-01T00:00:00Z')],
  },
  listPoolShares: {
    200: [withQuery('sequence=1')],
    400: [withQuery('sequence=x'), withQuery('sequence=1&at=2030-01-01T00:00:00Z')],
    404: [withoutGrant('sites:read'), withQuery('sequence=2')],
  },
  getPoolHeadroom: { 400: [withoutWindow], 404: [withoutGrant('sites:read')] },
  getPoolFollowing: { 400: [withoutWindow, overTwoDays], 404: [withoutGrant('sites:read')] },
  getPoolSupplied: { 400: [withoutWindow, overTwoDays], 404: [withoutGrant('sites:read')] },
  getPoolAvailability: { 404: [withoutGrant('sites:read')] },
  getSiteOrders: {
    200: [withQuery('at=2020-01-01T00:00:00Z')],
    400: [withQuery('at=today')],
    404: [withoutGrant('sites:read')],
  },
  removePoolMember: { 404: [twice] },
};
