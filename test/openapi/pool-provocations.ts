import { randomUUID } from 'node:crypto';
import { ask } from './ask.ts';
import type { OwnProvocations } from './many-sites-provocations.ts';
import { badLimit, brokenBody, type Provoke, unknownQuery, withId, withoutGrant, wrongBody } from './provoke.ts';

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
const withQuery =
  (query: string): Provoke =>
  (world, good) =>
    ask(world.base, { ...good, path: `${good.path}?${query}` });

export const poolProvocations: Readonly<Record<string, OwnProvocations>> = {
  listPools: { 400: [badLimit, unknownQuery] },
  getPool: { 400: [unknownQuery], 404: [withoutGrant('sites:read')] },
  putPool: {
    400: [wrongBody, brokenBody, unknownQuery],
    404: [noPoolId, noSuchSite],
    409: [ofAnotherService, inAnotherPool],
  },
  removePool: { 400: [unknownQuery], 404: [twice] },
  listPoolMembers: {
    200: [withQuery('at=2030-01-01T00:00:00Z'), withQuery('knownAt=2026-01-01T00:00:00Z')],
    400: [badLimit, unknownQuery, withQuery('at=today'), withQuery('knownAt=2099-01-01T00:00:00Z')],
    404: [withoutGrant('sites:read')],
  },
  putPoolMember: { 400: [wrongBody, brokenBody, unknownQuery], 409: [alsoInThis] },
  removePoolMember: { 400: [unknownQuery], 404: [twice] },
};
