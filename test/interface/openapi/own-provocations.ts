import { randomUUID } from 'node:crypto';
import { type Hold, PATHS, type RegisteredClient } from '@setpoint/contract';
import { ask, askAnnouncing } from './ask.ts';
import { at } from '@setpoint/server/testing/asking-of';
import { DAY, goodCall, tokenCall } from './good-call.ts';
import { stoppedClock } from '@setpoint/server/testing/open-world';
import { poolProvocations } from './pool-provocations.ts';
import { asClient, asReader, changing, noQuery, ofId, type OwnProvocations, type Provoke } from './provoke.ts';
import { replacing, thenAsked, times, twice, withBody, withFields, withHeaders } from './provoke.ts';
import { withId, withNul, withQuery } from './provoke.ts';

const NOBODY = randomUUID();
const PAST = '2020-01-01T00:00:00Z';
const MOST = 33 * 1024 * 1024;

const atVersion7 = withHeaders({ 'If-Schedule-Version': '7' });
const atAnyState = withHeaders({ 'If-None-Match': '*' });
const ofNobody = ofId(NOBODY);
const badState = withQuery('state=gone');
const tooLarge: Provoke = (world, good) => askAnnouncing(world.base, good, MOST);
const onItself: Provoke = (world, good) => ofId(world.operatorId)(world, good);

/** With a key, and then something else with the same. */
const keyed =
  (then: Provoke): Provoke =>
  (world, good) => {
    const headers = { ...good.headers, 'Idempotency-Key': randomUUID() };
    return thenAsked(then)(world, { ...good, headers });
  };
const otherValue = replacing('"value":250', '"value":100');
const noValue = replacing('"value":250', '"value":null');
const conditioned = (condition: string) => replacing('"schedules"', `${condition},"schedules"`);

/** A client that has these grants, of the site that is asked about unless they say otherwise. */
const asGranted =
  (grant: object): Provoke =>
  (world, good) => {
    const siteId = /[\da-f]{8}-[\da-f-]{27}/.exec(`${good.path}${good.body}`)?.[0];
    return asClient('schedules:write', [{ siteId, ...grant }])(world, good);
  };
const forReadersOnly = asGranted({ can: 'read' });
const forElsewhereOnly: Provoke = async (world, good) =>
  asGranted({ siteId: await world.site(), can: 'schedule' })(world, good);

/** A hold of all sites is known to every client, and released by none but its maker. */
const onesOwnAlone: Provoke = async (world, good) => {
  const as = await world.bearer('schedules:write fleet:admin');
  const { holdId } = await world.done<Hold>('POST', PATHS.fleetHolds, { as, body: { allSites: true } });
  const reply = await asClient('schedules:write', [], ofId(holdId))(world, good);
  await world.done('DELETE', at(PATHS.fleetHold, holdId));
  return reply;
};
const forAnyClient: Provoke = async (world, good) => {
  const body = JSON.stringify({ clientId: NOBODY });
  const headers = { ...good.headers, ...(await world.bearer('schedules:write fleet:admin')) };
  return ask(world.base, { ...good, headers, body });
};

/** The operator, by its name. */
const disablingItself: Provoke = async (world, good) => {
  const { body } = await world.ask<RegisteredClient>('GET', at(PATHS.fleetClient, world.operatorId));
  const { clientName, scopes } = body;
  const client = { clientName, scopes, isEnabled: false, grants: [], subjects: [] };
  return withFields({ sites: [], clients: [client] })(world, good);
};

/** An operator, a person, who does it to itself. */
const onOneself: Provoke = async (world, good) => {
  const { personId, authorization } = await world.person();
  await world.done('PUT', at(PATHS.fleetPersonRoles, personId), { body: { role: 'operator', allSites: true } });
  const headers = { ...good.headers, Authorization: authorization };
  return ofId(personId)(world, { ...good, headers });
};

const giving: OwnProvocations = {
  400: [
    withBody({ role: 'viewer' }),
    withBody({ role: 'king', allSites: true }),
    withBody({ role: 'operator', siteId: NOBODY }),
    withBody({ role: 'viewer', allSites: true, endsAt: PAST }),
  ],
  404: [withBody({ role: 'viewer', siteId: NOBODY }), withBody({ role: 'viewer', poolId: NOBODY })],
};
const taking: OwnProvocations = { 400: [noQuery], 404: [twice] };

const people: Readonly<Record<string, OwnProvocations>> = {
  endMySession: { 404: [withNul] },
  addPerson: { 409: [twice] },
  changePerson: { 409: [onOneself] },
  removePerson: { 404: [twice], 409: [onOneself] },
  givePersonRole: giving,
  takePersonRole: taking,
  addGroup: { 409: [twice] },
  removeGroup: { 404: [twice] },
  giveGroupRole: giving,
  takeGroupRole: taking,
};

const notices: Readonly<Record<string, OwnProvocations>> = {
  addAlert: {
    400: [
      withFields({ siteId: NOBODY }),
      withFields({ target: 'http://hooks.example.com/' }),
      withFields({ target: 'https://user:word@hooks.example.com/' }),
      withFields({ channel: 'pagerduty', target: 'short' }),
      withFields({ minutes: -1 }),
      withFields({ condition: 'pool_short', allSites: undefined, siteId: NOBODY }),
    ],
    404: [withFields({ allSites: undefined, siteId: NOBODY }), withFields({ allSites: undefined, poolId: NOBODY })],
    409: [withFields({ channel: 'email', target: 'dispatch@example.com' })],
  },
  changeAlert: {
    400: [
      withFields({ target: 'http://hooks.example.com/' }),
      withFields({ allSites: true, siteId: NOBODY }),
      withFields({ condition: 'behind' }),
      withFields({ minutes: 600_000 }),
    ],
    404: [ofNobody, withFields({ siteId: NOBODY }), withFields({ poolId: NOBODY })],
  },
  addWebhook: { 400: [withBody({ url: 'http://a.b' })], 409: [times(21)] },
  getWebhook: { 404: [withNul] },
  changeWebhook: {
    200: [withBody({ types: null }), withBody({ url: 'https://example.com/other' })],
    400: [withBody({ url: 'http://a.b' }), withBody({ types: [] }), withBody({ format: null })],
  },
  removeWebhook: { 404: [twice] },
  addWebhookSecret: { 409: [times(4)] },
  replayWebhook: { 400: [withBody({ after: 'x' })] },
  streamEvents: {
    400: [withQuery('types=site.exploded'), withQuery('after=x'), withQuery('follow=maybe')],
    404: ['siteId', 'poolId'].flatMap((name) => [withQuery(`${name}=x`), withQuery(`${name}=${NOBODY}`)]),
  },
};

const sets: Readonly<Record<string, OwnProvocations>> = {
  setSchedules: { 201: [keyed(twice)], 400: [noValue], 412: [atVersion7], 422: [keyed(otherValue)] },
  spliceSchedules: {
    201: [keyed(twice)],
    400: [replacing('"from"', '"since"'), replacing('-26T00', '-25T00')],
    403: [forReadersOnly],
    412: [atVersion7],
    422: [keyed(otherValue)],
  },
  setPortfolio: {
    200: [replacing('"all"', '"each"')],
    400: [noValue, withHeaders({ 'If-Schedule-Version': '1' })],
    403: [forReadersOnly],
    404: [forElsewhereOnly, changing(({ body = '' }) => ({ body: withId(body, NOBODY) }))],
    412: [conditioned('"ifScheduleVersion":7')],
    413: [tooLarge],
    422: [
      async (world, good) => {
        const { body = '' } = good;
        const key = body.replace('"schedules"', `"idempotencyKey":"${randomUUID()}","schedules"`);
        return thenAsked(otherValue)(world, { ...good, body: key });
      },
    ],
  },
  getPortfolio: { 404: [withNul, ofId('x')] },
  validateSchedules: {
    200: [withBody('{"unheard":1}'), withQuery('plan=true'), withQuery(`plan=true&${DAY}`)],
    400: [withQuery('plan=maybe'), withQuery(DAY)],
    403: [async (world, good) => withHeaders(await world.bearer('schedules:write'))(world, good)],
    412: [atVersion7],
  },
  acknowledgeProblem: {
    400: [
      ...['sleepy', 'issue:held'].map((problem) => replacing('offline', problem)),
      replacing(/\[(.*)\]/, '[$1,$1]'),
      withFields({ siteIds: [] }),
      withFields({ note: '' }),
    ],
    403: [asReader],
    404: [replacing(/\["[^"]+/, `["${NOBODY}`)],
  },
  listHolds: { 400: [badState] },
  makeHold: {
    400: [withBody({ asset: 'bess' })],
    403: [asClient('schedules:write', [], withBody({ allSites: true }))],
    404: [
      withBody({ siteId: NOBODY }),
      asClient('schedules:write', [], withBody({ poolId: NOBODY })),
      asClient('schedules:write'),
      forAnyClient,
    ],
    409: [asClient('schedules:write', [{ allSites: true, can: 'schedule' }], times(101))],
  },
  getHold: { 400: [badState] },
  releaseHold: { 403: [onesOwnAlone] },
};

const registry: Readonly<Record<string, OwnProvocations>> = {
  importRegistry: { 400: [replacing('"UTC"', '"Mars"')], 409: [disablingItself], 413: [tooLarge] },
  addControllerKey: { 400: [withQuery(`endsAt=${PAST}`), withQuery('certificateThumbprint=x')], 409: [twice] },
  changeControllerKey: { 404: [withNul] },
  revokeControllerKey: { 404: [twice, withNul] },
  getControllerSchedule: { 304: [atAnyState] },
  getControllerOrder: { 304: [atAnyState] },
  listRegisteredSites: {
    200: [withQuery('name=nord&online=false&state=unreachable&issues=false')],
    400: [badState, withQuery('online=maybe'), withQuery('poolId=north')],
  },
  addSite: { 409: [(world, good) => twice(world, { ...good, body: `{"siteName":"N","siteId":"${randomUUID()}"}` })] },
  removeSite: { 400: [noQuery], 404: [twice], 409: [withQuery('name=Werk')] },
  changeClient: { 409: [onItself] },
  removeClient: { 404: [twice], 409: [onItself] },
  addClientSecret: { 400: [withQuery(`endsAt=${PAST}`), withQuery('endsAt=soon')] },
  rotateSigningKey: { 409: [times(9)] },
  revokeSigningKey: { 404: [withNul] },
  putGrant: {
    400: [
      ...[{}, { allSites: false }, { siteId: NOBODY, allSites: true }, { siteId: '*' }].map((where) =>
        withBody({ can: 'read', ...where }),
      ),
      withBody({ can: 'read', allSites: true, endsAt: PAST }),
    ],
    404: [withBody({ can: 'read', siteId: NOBODY })],
  },
  removeGrant: { 400: [noQuery, withQuery('allSites=false')], 404: [twice] },
  mapSubject: {
    409: [
      thenAsked(async (world, good) => {
        const { path } = await goodCall(world, 'mapSubject');
        return ask(world.base, { ...good, path });
      }),
    ],
  },
  unmapSubject: { 400: [noQuery], 404: [twice] },
};

/** What provokes a status on one operation alone, or provokes it there in further ways. */
export const ownProvocations: Readonly<Record<string, OwnProvocations>> = {
  ...poolProvocations,
  ...people,
  ...notices,
  ...sets,
  ...registry,
  getHealth: {
    503: [
      // What a probe found is remembered, so the one that fails is asked of another app.
      async (world, good) => {
        const { base } = await world.startAnother();
        world.trouble.failure = 'not-applied';
        const reply = await ask(base, good);
        world.trouble.failure = undefined;
        return reply;
      },
    ],
  },
  getSite: {
    429: [
      async (world, good) => {
        const { base } = await world.startAnother({ SETPOINT_CLIENT_CALLS_PER_MINUTE: '1' }, { now: stoppedClock() });
        await ask(base, good);
        return ask(base, good);
      },
    ],
    304: [
      async (world, good) => {
        const { headers } = await ask(world.base, good);
        return withHeaders({ 'If-None-Match': headers.etag ?? '' })(world, good);
      },
    ],
  },
  getFleetOverview: {
    200: [async (world, good) => withQuery(`siteIds=${await world.site()}`)(world, good)],
    400: [withQuery('siteIds=nordhafen'), withQuery(`siteIds=${NOBODY}&limit=1`)],
    404: [withQuery(`poolId=${NOBODY}`)],
  },
  getSitePlan: { 400: [noQuery] },
  getSiteHeadroom: { 400: [withQuery(`${DAY}&resolution=0`)] },
  getSiteFollowing: { 400: [noQuery] },
  getSiteMeasurements: { 400: [noQuery, withQuery(`${DAY}&resolution=7`)] },
  getHeadroom: { 404: [asClient('sites:read')] },
  getPlans: { 404: [asClient('sites:read')] },
  getPastSchedules: {
    200: [withQuery('version=0'), withQuery('at=2026-01-01T00:00:00Z')],
    400: [withQuery('version=-1'), withQuery('at=today'), withQuery('version=1&at=2030-01-01T00:00:00Z')],
    404: [withQuery('version=2')],
  },
  diffSchedules: { 400: [noQuery, withQuery('from=0'), withQuery('from=0&to=x')], 404: [withQuery('from=2&to=0')] },
  issueToken: {
    413: [withBody(`scope=${'x'.repeat(9_000)}`)],
    400: [
      (world) => ask(world.base, tokenCall({ grant_type: 'password' })),
      changing(({ body }) => ({ body: `${body}&scope=fleet:admin` })),
      changing(() => ({ headers: { 'Content-Type': 'application/json' } })),
    ],
    401: [
      (world) =>
        ask(world.base, tokenCall({ grant_type: 'client_credentials', client_id: NOBODY, client_secret: 'x' })),
    ],
  },
};
