import { OPERATIONS, PATHS, SESSION_PATHS } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodCalls } from '@setpoint/server/testing/good-calls';
import { openWorld, type World } from '@setpoint/server/testing/open-world';

/** What bounds the cost of a request before it is known what its caller may do. */
const BEFORE = {
  nothing: 'one short statement, tried once a second, or a constant text',
  token: 'a signature, remembered; failures by address; requests of a client begin in turns; no body is read',
  key: 'a hash and one short statement; failures by address; no body is read',
  form: '8 KiB, the share of the address, failures by address',
  file: 'the share of the address; files and documents are compressed once',
} as const;

/** What bounds it afterwards. */
const AFTER = {
  nothing: 'nothing more is done',
  short: 'a few short statements about one thing',
  pages: 'pages of a bounded size, each begun in turn or at most 1,000 rows of one statement',
  computed: 'the share of computed answers, and turns to compute',
  body: 'the share of large bodies, bytes of bodies, turns, the share of history, waiting writes',
  stream: 'the share of streams; what lies far back in turns, or as a computed answer',
  wait: 'the share of waits; one read for all who wait for a site',
  poll: 'the share of polls, calls of a key; one snapshot for all',
  report: 'calls and bytes of a key, 1 MiB, turns for large ones',
  hold: 'open holds and the share of history; operators any number',
  counted: 'sites counted in turns',
  hook: '20 webhooks a client, 64 KiB',
  operator:
    'fleet:admin alone; 64 KiB, 4 MiB for a pool, or 32 MiB for the document, in turns and in the share of large bodies',
  signed: 'one signature',
} as const;

type Bounds = readonly [before: keyof typeof BEFORE, after: keyof typeof AFTER];

const OPERATION_BOUNDS: Readonly<Record<string, Bounds>> = {
  listSites: ['token', 'pages'],
  getSite: ['token', 'short'],
  setSchedules: ['token', 'body'],
  spliceSchedules: ['token', 'body'],
  getHealth: ['nothing', 'nothing'],
  setPortfolio: ['token', 'body'],
  getPortfolio: ['token', 'pages'],
  getNodeStatus: ['token', 'short'],
  getFleetOverview: ['token', 'computed'],
  getSiteDevices: ['token', 'short'],
  listNodes: ['token', 'short'],
  getSiteDelivery: ['token', 'computed'],
  getBatchDelivery: ['token', 'wait'],
  listBatches: ['token', 'computed'],
  getPastSchedules: ['token', 'computed'],
  diffSchedules: ['token', 'computed'],
  getSitePlan: ['token', 'computed'],
  getPlans: ['token', 'computed'],
  getSiteHeadroom: ['token', 'computed'],
  getHeadroom: ['token', 'computed'],
  getSiteFollowing: ['token', 'computed'],
  getSiteMeasurements: ['token', 'computed'],
  validateSchedules: ['token', 'computed'],
  listHolds: ['token', 'pages'],
  makeHold: ['token', 'hold'],
  getHold: ['token', 'counted'],
  releaseHold: ['token', 'short'],
  listPools: ['token', 'pages'],
  getPool: ['token', 'short'],
  putPool: ['token', 'operator'],
  removePool: ['token', 'operator'],
  listPoolMembers: ['token', 'pages'],
  putPoolMember: ['token', 'operator'],
  removePoolMember: ['token', 'operator'],
  putPoolSignal: ['token', 'computed'],
  getPoolSignal: ['token', 'computed'],
  listPoolShares: ['token', 'computed'],
  getSiteOrders: ['token', 'computed'],
  getPoolAvailability: ['token', 'computed'],
  getPoolHeadroom: ['token', 'computed'],
  getPoolFollowing: ['token', 'computed'],
  streamEvents: ['token', 'stream'],
  listWebhooks: ['token', 'hook'],
  addWebhook: ['token', 'hook'],
  getWebhook: ['token', 'hook'],
  changeWebhook: ['token', 'hook'],
  removeWebhook: ['token', 'hook'],
  addWebhookSecret: ['token', 'hook'],
  testWebhook: ['token', 'hook'],
  replayWebhook: ['token', 'hook'],
  listWebhookDeliveries: ['token', 'pages'],
  listRegisteredSites: ['token', 'operator'],
  addSite: ['token', 'operator'],
  getRegisteredSite: ['token', 'operator'],
  changeSite: ['token', 'operator'],
  removeSite: ['token', 'operator'],
  listControllerKeys: ['token', 'operator'],
  addControllerKey: ['token', 'operator'],
  revokeControllerKey: ['token', 'operator'],
  listClients: ['token', 'operator'],
  addClient: ['token', 'operator'],
  getClient: ['token', 'operator'],
  changeClient: ['token', 'operator'],
  removeClient: ['token', 'operator'],
  addClientSecret: ['token', 'operator'],
  endClientSessions: ['token', 'operator'],
  listSigningKeyStates: ['token', 'operator'],
  rotateSigningKey: ['token', 'operator'],
  revokeSigningKey: ['token', 'operator'],
  listAuditRecords: ['token', 'computed'],
  listAlerts: ['token', 'operator'],
  addAlert: ['token', 'operator'],
  changeAlert: ['token', 'operator'],
  removeAlert: ['token', 'operator'],
  snoozeAlert: ['token', 'operator'],
  testAlert: ['token', 'operator'],
  putGrant: ['token', 'operator'],
  removeGrant: ['token', 'operator'],
  mapSubject: ['token', 'operator'],
  unmapSubject: ['token', 'operator'],
  getMe: ['token', 'short'],
  listMySessions: ['token', 'short'],
  endMySessions: ['token', 'short'],
  endMySession: ['token', 'short'],
  listPersonSessions: ['token', 'operator'],
  listPersons: ['token', 'operator'],
  addPerson: ['token', 'operator'],
  getPerson: ['token', 'operator'],
  changePerson: ['token', 'operator'],
  removePerson: ['token', 'operator'],
  endPersonSessions: ['token', 'operator'],
  givePersonRole: ['token', 'operator'],
  takePersonRole: ['token', 'operator'],
  listGroups: ['token', 'operator'],
  addGroup: ['token', 'operator'],
  getGroup: ['token', 'operator'],
  removeGroup: ['token', 'operator'],
  giveGroupRole: ['token', 'operator'],
  takeGroupRole: ['token', 'operator'],
  exportRegistry: ['token', 'operator'],
  importRegistry: ['token', 'operator'],
  getControllerSchedule: ['key', 'poll'],
  getControllerOrder: ['key', 'poll'],
  sendReport: ['key', 'report'],
  endControllerSession: ['key', 'report'],
  issueToken: ['form', 'signed'],
  listSigningKeys: ['nothing', 'short'],
  getAuthorizationServer: ['nothing', 'nothing'],
};

const OTHER_BOUNDS: Readonly<Record<string, Bounds>> = {
  [PATHS.openapi]: ['file', 'nothing'],
  [PATHS.asyncapi]: ['file', 'nothing'],
  [PATHS.docs]: ['file', 'nothing'],
  [PATHS.reference]: ['file', 'nothing'],
  [SESSION_PATHS.links]: ['form', 'short'],
  [SESSION_PATHS.session]: ['form', 'short'],
  [SESSION_PATHS.token]: ['form', 'signed'],
  [SESSION_PATHS.everywhere]: ['form', 'short'],
  [SESSION_PATHS.providers]: ['form', 'short'],
  [SESSION_PATHS.signIn]: ['form', 'signed'],
  [SESSION_PATHS.callback]: ['form', 'signed'],
  [SESSION_PATHS.backChannelLogout]: ['form', 'signed'],
  [SESSION_PATHS.commandLine]: ['form', 'signed'],
  [SESSION_PATHS.commandLineBegin]: ['form', 'signed'],
  [SESSION_PATHS.commandLineDevice]: ['form', 'signed'],
  [SESSION_PATHS.commandLinePoll]: ['form', 'signed'],
  [SESSION_PATHS.commandLineToken]: ['form', 'signed'],
};

// Of those that wait for the one, 64 may, and as many begin in each turn.
const SAME_AT_ONCE = 3 * 64;

describe('the cost of a request', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  it('is bounded for every operation there is, before the grant is known and after', () => {
    const without = OPERATIONS.map(({ id }) => id).filter((id) => OPERATION_BOUNDS[id] === undefined);
    expect(without).toEqual([]);
    expect(Object.keys(OPERATION_BOUNDS)).toHaveLength(OPERATIONS.length);
  });

  it('is bounded for everything else that is at a path', () => {
    const described = new Set(OPERATIONS.map(({ path }) => path));
    const others = [...Object.values(PATHS), ...Object.values(SESSION_PATHS)].filter((path) => !described.has(path));
    expect(others.filter((path) => OTHER_BOUNDS[path] === undefined)).toEqual([]);
  });

  it.each(OPERATIONS.filter(({ id }) => OPERATION_BOUNDS[id]?.[0] === 'token' || OPERATION_BOUNDS[id]?.[0] === 'key'))(
    '$id asks who calls before it reads a body',
    async ({ id }) => {
      const good = await goodCalls[id]?.(world);
      const { path = '', method = 'GET' } = good ?? {};
      const headers = { 'content-type': 'text/plain' };
      const { statusCode } = await world.app.inject({ method: method as 'GET', url: path, headers, payload: '{' });
      expect(statusCode).toBe(401);
    },
  );

  const computed = OPERATIONS.filter(({ id }) => OPERATION_BOUNDS[id]?.[1] === 'computed');

  it.each(computed)('$id is computed in a share, and in turns', async ({ id }) => {
    const { app } = await world.startAnother({ SETPOINT_CLIENT_COMPUTED_AT_ONCE: '1' });
    const good = await goodCalls[id]?.(world);
    const { path: url = '', method = 'GET', headers = {}, body } = good ?? {};
    const payload = body === undefined ? {} : { payload: body };
    const asked = Array.from({ length: SAME_AT_ONCE }, () =>
      app.inject({ method: method as 'GET', url, headers, ...payload }),
    );
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });

  it.each(computed.filter(({ method }) => method === 'get'))('$id is not computed for HEAD', async ({ path, id }) => {
    const good = await goodCalls[id]?.(world);
    const { headers = {} } = good ?? {};
    const { statusCode } = await world.app.inject({ method: 'HEAD', url: good?.path ?? path, headers });
    expect(statusCode).toBe(405);
  });
});
