import { PATHS } from '@setpoint/contract';
import { randomUUID } from 'node:crypto';
import { ask, askAnnouncing, askHalf, type Call, type Reply } from '@setpoint/server/testing/ask';
import { stoppedClock, type World } from '@setpoint/server/testing/open-world';
import { eventProvocations } from './event-provocations.ts';
import { alertProvocations } from './alert-provocations.ts';
import { byActing, peopleProvocations } from './people-provocations.ts';
import { poolProvocations } from './pool-provocations.ts';
import { batchProvocations } from './batch-provocations.ts';
import { DAY, goodCalls, tokenCall } from '@setpoint/server/testing/good-calls';
import { manySitesProvocations, type OwnProvocations } from './many-sites-provocations.ts';
import { badLimit, type Provoke, twice, unknownQuery, withId, withoutGrant, wrongBody, withNul } from './provoke.ts';

const unknownId: Provoke = (world, good) => ask(world.base, ofId(good, randomUUID()));
const noUuid: Provoke = (world, good) => ask(world.base, ofId(good, 'nordhafen'));
const noQuery: Provoke = (world, good) => ask(world.base, { ...good, path: good.path.split('?')[0] ?? '' });
const manyTimes: Provoke = async (world, good) => {
  for (let time = 0; time < 8; time += 1) await ask(world.base, good);
  return ask(world.base, good);
};
function withEnd(endsAt: string): Provoke {
  return (world, good) => ask(world.base, { ...good, path: `${good.path}?endsAt=${endsAt}` });
}
const onItself: Provoke = (world, good) => ask(world.base, { ...good, path: withId(good.path, world.operatorId) });
const unauthorized: Provoke = (world, good) => {
  const { Authorization: _authorization, ...headers } = good.headers;
  return ask(world.base, { ...good, headers });
};

const tooOften: Provoke = async (world, good) => {
  const base = await world.strictlyLater();
  const bad = { ...good, headers: { ...good.headers, Authorization: 'Bearer x' } };
  await ask(base, bad);
  return ask(base, bad);
};
const calledTooOften: Provoke = async (world, good) => {
  const { base } = await world.startAnother({ SETPOINT_CLIENT_CALLS_PER_MINUTE: '1' }, { now: stoppedClock() });
  await ask(base, good);
  return ask(base, good);
};

const FOR_READERS =
  /^\/api\/v1\/public|\/(?:status|nodes|overview|devices|delivery|batches|portfolios|schedules|events|plans?|headroom|following|measurements|orders|me)\b|\/(?:holds|acknowledgements)/;

/** What provokes a status on any operation that documents it, in each way there is. */
export const generalProvocations: Readonly<Record<number, readonly Provoke[]>> = {
  200: [(world, good) => ask(world.base, good)],
  201: [(world, good) => ask(world.base, good)],
  204: [(world, good) => ask(world.base, good)],
  400: [
    (world, good) => ask(world.base, good, [['Host', 'elsewhere.example.com']]),
    (world, good) => ask(world.base, good, [['Transfer-Encoding', 'gzip']]),
  ],
  401: [
    unauthorized,
    (world, good) => ask(world.base, { ...good, headers: { ...good.headers, Authorization: 'Bearer x' } }),
    (world, good) =>
      ask(world.base, good, [
        ['Authorization', 'Bearer x'],
        ['Authorization', 'Bearer y'],
      ]),
  ],
  403: [
    async (world, good) => {
      // No scope is asked for there.
      if (good.path.startsWith(PATHS.fleetMySessions)) return byActing(world, good);
      const isForReaders = FOR_READERS.test(good.path) || (good.method === 'GET' && /\/pools\b/.test(good.path));
      const scope = isForReaders ? 'fleet:admin' : 'sites:read';
      return ask(world.base, { ...good, headers: { ...good.headers, ...(await world.bearer(scope)) } });
    },
  ],
  404: [unknownId, noUuid],
  408: [(world, good) => askHalf(world.base, good)],
  413: [(world, good) => askAnnouncing(world.base, good, 5 * 1024 * 1024)],
  415: [
    (world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'Content-Type': 'text/plain' } }),
    (world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'Content-Encoding': 'br' } }),
  ],
  429: [tooOften],
  431: [
    (world, good) =>
      ask(
        world.base,
        good,
        Array.from({ length: 100 }, (_, index) => [`X-Filler-${index}`, 'x'] as const),
      ),
    (world, good) => ask(world.base, good, [['X-Filler', 'x'.repeat(20_000)]]),
  ],
  500: [
    (world, good) => inTrouble(world, 'not-applied', () => ask(world.base, good)),
    (world, good) => inTrouble(world, 'unknown', () => ask(world.base, good)),
  ],
  503: [
    async (world, good) => {
      world.trouble.isStopping = true;
      try {
        return await ask(world.base, good);
      } finally {
        world.trouble.isStopping = false;
      }
    },
  ],
};

/** What provokes a status on one operation alone, or provokes it there in further ways. */
export const ownProvocations: Readonly<Record<string, OwnProvocations>> = {
  ...manySitesProvocations,
  ...poolProvocations,
  ...alertProvocations,
  ...peopleProvocations,
  getHealth: {
    503: [
      // What a probe found is remembered, so the one that fails is asked of another app.
      async (world, good) => {
        const { base } = await world.startAnother();
        return inTrouble(world, 'not-applied', () => ask(base, good));
      },
    ],
  },
  getSite: {
    429: [calledTooOften],
    304: [
      async (world, good) => {
        const { headers } = await ask(world.base, good);
        return ask(world.base, { ...good, headers: { ...good.headers, 'If-None-Match': headers.etag ?? '' } });
      },
    ],
    403: [withoutGrant('sites:read')],
  },
  ...batchProvocations,
  getFleetOverview: {
    200: [
      async (world, good) => {
        const siteId = (await goodCalls['getSiteDevices']?.(world))?.path.split('/')[5];
        return ask(world.base, { ...good, path: `${good.path}?siteIds=${siteId}` });
      },
    ],
    400: [
      badLimit,
      unknownQuery,
      (world, good) => ask(world.base, { ...good, path: `${good.path}?siteIds=nordhafen` }),
      (world, good) => ask(world.base, { ...good, path: `${good.path}?siteIds=${randomUUID()}&limit=1` }),
    ],
    404: [withQuery(`poolId=${randomUUID()}`)],
  },
  getSiteDevices: { 404: [withoutGrant('sites:read')] },
  getSiteDelivery: { 404: [withoutGrant('sites:read')] },
  getSitePlan: { 400: [noQuery], 404: [withoutGrant('sites:read')] },
  validateSchedules: {
    200: [wrongBody, withQuery('plan=true'), withQuery(`plan=true&${DAY}`)],
    400: [withQuery('plan=maybe'), withQuery(DAY)],
    403: [
      async (world, good) =>
        ask(world.base, { ...good, headers: { ...good.headers, ...(await world.bearer('schedules:write')) } }),
    ],
    404: [withoutGrant('sites:read+schedules:write')],
    412: [(world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'If-Schedule-Version': '7' } })],
  },
  getSiteHeadroom: { 400: [withQuery(`${DAY}&resolution=0`)], 404: [withoutGrant('sites:read')] },
  getSiteFollowing: { 400: [noQuery], 404: [withoutGrant('sites:read')] },
  getSiteMeasurements: { 400: [noQuery, withQuery(`${DAY}&resolution=7`)], 404: [withoutGrant('sites:read')] },
  getHeadroom: { 404: [withoutGrant('sites:read')] },
  getPlans: { 404: [withoutGrant('sites:read')] },
  getBatchDelivery: { 404: [withoutGrant('sites:read')] },
  ...eventProvocations,
  listBatches: { 400: [withQuery('cursor=x')], 404: [withoutGrant('sites:read')] },
  getPastSchedules: {
    200: [withQuery('version=0'), withQuery('at=2026-01-01T00:00:00Z')],
    400: [withQuery('version=-1'), withQuery('at=today'), withQuery('version=1&at=2030-01-01T00:00:00Z')],
    404: [withoutGrant('sites:read'), withQuery('version=2')],
  },
  diffSchedules: {
    400: [noQuery, withQuery('from=0'), withQuery('from=0&to=x')],
    404: [withoutGrant('sites:read'), withQuery('from=2&to=0')],
  },
  addControllerKey: { 400: [withEnd('2020-01-01T00:00:00Z'), withQuery('certificateThumbprint=x')], 409: [twice] },
  changeControllerKey: { 404: [withNul] },
  revokeControllerKey: { 404: [twice, withNul] },
  getControllerSchedule: {
    304: [(world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'If-None-Match': '*' } })],
  },
  getControllerOrder: {
    304: [(world, good) => ask(world.base, { ...good, headers: { ...good.headers, 'If-None-Match': '*' } })],
  },
  listRegisteredSites: {
    200: [withQuery('name=nord&online=false&state=unreachable&issues=false')],
    400: [withQuery('state=gone'), withQuery('online=maybe'), withQuery('poolId=north')],
  },
  addSite: {
    409: [
      (world, good) => twice(world, { ...good, body: JSON.stringify({ siteName: 'Nordhafen', siteId: randomUUID() }) }),
    ],
  },
  removeSite: {
    400: [noQuery],
    404: [twice],
    409: [(world, good) => ask(world.base, { ...good, path: good.path.replace('Nordhafen', 'Werk') })],
  },
  changeClient: { 409: [onItself] },
  removeClient: { 404: [twice], 409: [onItself] },
  addClientSecret: { 400: [withEnd('2020-01-01T00:00:00Z'), withEnd('soon')] },
  rotateSigningKey: { 409: [manyTimes] },
  revokeSigningKey: { 404: [withNul] },
  putGrant: {
    400: [
      wrongBody,
      (world, good) => ask(world.base, { ...good, body: '{"can":"read"}' }),
      (world, good) =>
        ask(world.base, { ...good, body: '{"can":"read","allSites":true,"endsAt":"2020-01-01T00:00:00Z"}' }),
    ],
    404: [(world, good) => ask(world.base, { ...good, body: `{"can":"read","siteId":"${randomUUID()}"}` })],
  },
  removeGrant: { 400: [noQuery], 404: [twice] },
  mapSubject: {
    409: [
      async (world, good) => {
        await ask(world.base, good);
        const other = await goodCalls['mapSubject']?.(world);
        return ask(world.base, { ...good, path: other?.path ?? '' });
      },
    ],
  },
  unmapSubject: { 400: [noQuery], 404: [twice] },
  issueToken: {
    413: [(world, good) => ask(world.base, { ...good, body: `scope=${'x'.repeat(9_000)}` })],
    400: [
      (world) => ask(world.base, tokenCall({ grant_type: 'password' })),
      (world, good) => ask(world.base, { ...good, body: `${good.body}&scope=fleet:admin` }),
      (world, good) => ask(world.base, { ...good, headers: { 'Content-Type': 'application/json' } }),
    ],
    401: [
      (world) =>
        ask(world.base, tokenCall({ grant_type: 'client_credentials', client_id: randomUUID(), client_secret: 'x' })),
    ],
  },
};

function withQuery(query: string): Provoke {
  return (world, good) => ask(world.base, { ...good, path: `${good.path.split('?')[0]}?${query}` });
}

async function inTrouble(world: World, failure: 'not-applied' | 'unknown', run: () => Promise<Reply>): Promise<Reply> {
  world.trouble.failure = failure;
  try {
    return await run();
  } finally {
    world.trouble.failure = undefined;
  }
}

// Where the path names nothing, the body does.
function ofId(good: Call, id: string): Call {
  const path = withId(good.path, id);
  if (path !== good.path || good.body === undefined) return { ...good, path };
  return { ...good, body: withId(good.body, id) };
}
