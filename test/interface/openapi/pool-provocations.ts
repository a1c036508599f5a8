import { randomUUID } from 'node:crypto';
import { ask } from './ask.ts';
import { asReader, changing, noQuery, ofId, type OwnProvocations, type Provoke, replacing } from './provoke.ts';
import { thenAsked, twice, withFields, withId, withQuery } from './provoke.ts';

const alsoInThis: Provoke = async (world, good) => {
  const [base = '', siteId = ''] = good.path.split('/members/');
  const path = withId(base, randomUUID());
  await ask(world.base, { ...good, path, body: '{"poolName":"south","service":"afrr","split":"merit"}' });
  return ask(world.base, { ...good, path: `${path}/members/${siteId}` });
};
/** Somebody else took the seat meanwhile. */
const afterOthersSeat: Provoke = async (world, good) => {
  const client = await world.client({ allSites: true, can: 'schedule' });
  const as = await world.bearer('schedules:write', client);
  await world.done('PUT', good.path, { as, body: { reason: 'a test' } });
  return ask(world.base, good);
};
const ended = { validUntil: '2020-01-01T00:00:00Z' };
const overTwoDays = changing(({ path }) => ({ path: path.replace('01T01', '03T01') }));

/** What provokes a status on what is asked of pools. */
export const poolProvocations: Readonly<Record<string, OwnProvocations>> = {
  putPool: {
    404: [ofId('north'), changing(({ body = '' }) => ({ body: withId(body, randomUUID()) }))],
    409: [
      thenAsked(replacing('afrr', 'mfrr')),
      thenAsked(changing(({ path }) => ({ path: withId(path, randomUUID()) }))),
    ],
  },
  removePool: { 404: [twice] },
  listPoolMembers: {
    200: [withQuery('at=2030-01-01T00:00:00Z'), withQuery('knownAt=2026-01-01T00:00:00Z')],
    400: [withQuery('at=today'), withQuery('knownAt=2099-01-01T00:00:00Z')],
  },
  putPoolMember: { 409: [thenAsked(alsoInThis)] },
  putPoolSignal: {
    400: [withFields({ sequence: 3, ...ended })],
    403: [asReader],
    409: [thenAsked(replacing('"kW":12500', '"kW":6'))],
  },
  sendPoolSignal: { 400: [withFields(ended)], 403: [asReader], 409: [withFields({ replaces: 9 })] },
  takeBackPoolSignal: {
    400: [noQuery, withQuery('orderSequence=x')],
    403: [asReader],
    409: [withQuery('orderSequence=9')],
  },
  takePoolSeat: { 403: [asReader] },
  giveBackPoolSeat: { 403: [asReader], 409: [afterOthersSeat] },
  getPoolSignal: { 400: [withQuery('at=today')], 404: [withQuery('at=2020-01-01T00:00:00Z')] },
  listPoolShares: {
    200: [withQuery('sequence=1')],
    400: [withQuery('sequence=x'), withQuery('sequence=1&at=2030-01-01T00:00:00Z')],
    404: [withQuery('sequence=2')],
  },
  getPoolHeadroom: { 400: [noQuery] },
  getPoolFollowing: { 400: [noQuery, overTwoDays] },
  getPoolSupplied: { 400: [noQuery, overTwoDays] },
  getSiteOrders: { 200: [withQuery('at=2020-01-01T00:00:00Z')], 400: [withQuery('at=today')] },
  removePoolMember: { 404: [twice] },
};
