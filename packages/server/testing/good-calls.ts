import { randomUUID } from 'node:crypto';
import { type AddedControllerKey, type Hold, PATHS, type SigningKeyList } from '@setpoint/contract';
import type { Call } from './ask.ts';
import { at } from './asking-of.ts';
import type { World } from './open-world.ts';
import { exampleCalls } from './example-calls.ts';
import { alertCalls } from './alert-calls.ts';
import { peopleCalls } from './people-calls.ts';
import { poolCalls } from './pool-calls.ts';

const WINDOW = { from: '2026-10-25T00:00:00Z', to: '2026-10-26T00:00:00Z' };
export const DAY = new URLSearchParams(WINDOW).toString();

type Make = (world: World) => Promise<Call>;

/** For each operation a request that succeeds, with all it needs made anew. */
export const goodCalls: Readonly<Record<string, Make>> = {
  ...exampleCalls,
  getHealth: async () => ({ method: 'GET', path: PATHS.health, headers: {} }),
  getSite: async (world) => call('GET', at(PATHS.site, await world.site()), await world.bearer('sites:read')),
  setSchedules: async (world) =>
    call('POST', at(PATHS.schedules, await world.site()), await world.bearer('schedules:write'), {
      schedules: [gridLimit(250)],
    }),
  spliceSchedules: async (world) =>
    call('PATCH', at(PATHS.fleetSiteSchedules, await world.site()), await world.bearer('schedules:write'), {
      ...WINDOW,
      schedules: [gridLimit(250)],
    }),
  addSite: async (world) => call('POST', PATHS.fleetSites, await admin(world), { siteName: 'Nordhafen' }),
  getRegisteredSite: async (world) => call('GET', at(PATHS.fleetSite, await world.site()), await admin(world)),
  getSiteAuthority: async (world) => call('GET', at(PATHS.fleetSiteAuthority, await world.site()), await admin(world)),
  changeSite: async (world) =>
    call('PATCH', at(PATHS.fleetSite, await world.site()), await admin(world), { notes: 'feeder 3' }),
  removeSite: async (world) =>
    call('DELETE', `${at(PATHS.fleetSite, await world.site())}?name=Nordhafen`, await admin(world)),
  addClient: async (world) => call('POST', PATHS.fleetClients, await admin(world), { clientName: 'Optimiser' }),
  getClient: async (world) => call('GET', await clientPath(world, PATHS.fleetClient), await admin(world)),
  changeClient: async (world) =>
    call('PATCH', await clientPath(world, PATHS.fleetClient), await admin(world), { isEnabled: false }),
  removeClient: async (world) => call('DELETE', await clientPath(world, PATHS.fleetClient), await admin(world)),
  endClientSessions: async (world) =>
    call('DELETE', await clientPath(world, PATHS.fleetClientSessions), await admin(world)),
  revokeSigningKey: async (world) => {
    const headers = await admin(world);
    const listed = await world.app.inject({ method: 'GET', url: PATHS.fleetSigningKeys, headers });
    const oldest = listed.json<SigningKeyList>().keys.at(-1);
    return call('DELETE', PATHS.fleetSigningKey.replace(':keyId', oldest?.keyId ?? ''), headers);
  },
  addClientSecret: async (world) => call('POST', await clientPath(world, PATHS.fleetClientSecrets), await admin(world)),
  putGrant: async (world) =>
    call('PUT', await clientPath(world, PATHS.fleetClientGrants), await admin(world), { allSites: true, can: 'read' }),
  removeGrant: async (world) =>
    call(
      'DELETE',
      `${at(PATHS.fleetClientGrants, world.operatorId)}?siteId=${await grantSite(world)}`,
      await admin(world),
    ),
  mapSubject: async (world) =>
    call('PUT', await clientPath(world, PATHS.fleetClientSubjects), await admin(world), subject()),
  unmapSubject: async (world) => {
    const path = await clientPath(world, PATHS.fleetClientSubjects);
    const mapped = subject();
    await world.app.inject({ method: 'PUT', url: path, headers: await admin(world), payload: mapped });
    return call('DELETE', `${path}?${new URLSearchParams(mapped).toString()}`, await admin(world));
  },
  getSiteDevices: async (world) =>
    call('GET', at(PATHS.fleetSiteDevices, await grantSite(world)), await world.bearer('sites:read')),
  getSiteDelivery: async (world) =>
    call('GET', at(PATHS.fleetSiteDelivery, await world.site()), await world.bearer('sites:read')),
  listBatches: async (world) =>
    call('GET', at(PATHS.fleetSiteBatches, (await setSite(world)).siteId), await world.bearer('sites:read')),
  getPastSchedules: async (world) =>
    call('GET', at(PATHS.fleetSiteSchedules, (await setSite(world)).siteId), await world.bearer('sites:read')),
  diffSchedules: async (world) => {
    const path = at(PATHS.fleetSiteSchedulesDiff, (await setSite(world)).siteId);
    return call('GET', `${path}?from=0&to=1`, await world.bearer('sites:read'));
  },
  getSitePlan: async (world) =>
    call('GET', `${at(PATHS.fleetSitePlan, await world.site())}?${DAY}`, await world.bearer('sites:read')),
  validateSchedules: async (world) =>
    call('POST', at(PATHS.fleetSiteValidate, await world.site()), await world.bearer('sites:read+schedules:write'), {
      schedules: [gridLimit(250)],
    }),
  getSiteHeadroom: async (world) =>
    call('GET', `${at(PATHS.fleetSiteHeadroom, await world.site())}?${DAY}`, await world.bearer('sites:read')),
  getSiteFollowing: async (world) =>
    call('GET', `${at(PATHS.fleetSiteFollowing, await world.site())}?${DAY}`, await world.bearer('sites:read')),
  getSiteMeasurements: async (world) =>
    call('GET', `${at(PATHS.fleetSiteMeasurements, await world.site())}?${DAY}`, await world.bearer('sites:read')),
  getHeadroom: async (world) =>
    call('POST', PATHS.fleetHeadroom, await world.bearer('sites:read'), await manySites(world)),
  getPlans: async (world) => call('POST', PATHS.fleetPlans, await world.bearer('sites:read'), await manySites(world)),
  streamEvents: async (world) => {
    await setSite(world);
    return call('GET', `${PATHS.fleetEvents}?after=oldest&follow=false`, await world.bearer('sites:read'));
  },
  listWebhooks: async (world) => call('GET', PATHS.fleetWebhooks, await world.bearer('fleet:webhooks+sites:read')),
  addWebhook: async (world) => {
    const { token } = await hookClient(world);
    return call('POST', PATHS.fleetWebhooks, token, HOOK);
  },
  getWebhook: async (world) => webhookCall(world, 'GET', PATHS.fleetWebhook),
  changeWebhook: async (world) => webhookCall(world, 'PATCH', PATHS.fleetWebhook, { types: ['site.online'] }),
  removeWebhook: async (world) => webhookCall(world, 'DELETE', PATHS.fleetWebhook),
  addWebhookSecret: async (world) => webhookCall(world, 'POST', PATHS.fleetWebhookSecrets),
  testWebhook: async (world) => webhookCall(world, 'POST', PATHS.fleetWebhookTest),
  replayWebhook: async (world) => webhookCall(world, 'POST', PATHS.fleetWebhookReplay, { after: 'oldest' }),
  listWebhookDeliveries: async (world) => webhookCall(world, 'GET', PATHS.fleetWebhookDeliveries),
  getBatchDelivery: async (world) => {
    const { batchId } = await setSite(world);
    return call('GET', at(PATHS.fleetBatch, batchId), await world.bearer('sites:read'));
  },
  setPortfolio: async (world) =>
    call('POST', PATHS.fleetSchedules, await stopper(world), {
      mode: 'all',
      batches: [{ siteId: await world.site(), schedules: [gridLimit(250)] }],
    }),
  getPortfolio: async (world) => {
    const siteId = await world.site();
    const payload = { mode: 'all', batches: [{ siteId, schedules: [gridLimit(250)] }] };
    const headers = { ...(await stopper(world)), 'Content-Type': 'application/json' };
    const set = await world.app.inject({ method: 'POST', url: PATHS.fleetSchedules, headers, payload });
    const { parentBatchId } = set.json<{ parentBatchId: string }>();
    return call('GET', at(PATHS.fleetPortfolio, parentBatchId), await world.bearer('sites:read'));
  },
  importRegistry: async (world) =>
    call('POST', PATHS.fleetRegistry, await admin(world), {
      format: 'setpoint-registry-1',
      sites: [{ siteId: randomUUID(), siteName: 'Nordhafen', timeZone: 'UTC', notes: '' }],
      clients: [],
    }),
  ...poolCalls,
  ...alertCalls,
  ...peopleCalls,
  acknowledgeProblem: async (world) =>
    call('PUT', PATHS.fleetAcknowledgements, await stopper(world), {
      siteIds: [await world.site()],
      problem: 'offline',
      until: new Date(world.now() + 3_600_000).toISOString(),
    }),
  makeHold: async (world) =>
    call('POST', PATHS.fleetHolds, await stopper(world), { siteId: await world.site(), asset: 'bess' }),
  getHold: async (world) => call('GET', at(PATHS.fleetHold, await addHold(world)), await world.bearer('sites:read')),
  releaseHold: async (world) => call('DELETE', at(PATHS.fleetHold, await addHold(world)), await stopper(world)),
  listControllerKeys: async (world) => call('GET', at(PATHS.fleetSiteKeys, await world.site()), await admin(world)),
  addControllerKey: async (world) => call('POST', at(PATHS.fleetSiteKeys, await world.site()), await admin(world)),
  changeControllerKey: async (world) => {
    const { siteId, keyId } = await addKey(world);
    const certificateThumbprints = ['bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dgw'];
    return call('PATCH', `${at(PATHS.fleetSiteKeys, siteId)}/${keyId}`, await admin(world), { certificateThumbprints });
  },
  revokeControllerKey: async (world) => {
    const { siteId, keyId } = await addKey(world);
    return call('DELETE', `${at(PATHS.fleetSiteKeys, siteId)}/${keyId}`, await admin(world));
  },
  getControllerSchedule: async (world) => call('GET', PATHS.controllerSchedule, await controller(world)),
  getControllerOrder: async (world) => call('GET', PATHS.controllerOrder, await controller(world)),
  sendReport: async (world) => {
    const report = { session: 's', sequence: 1, sentAt: '2030-01-01T10:00:00Z', schedule: null };
    return call('POST', PATHS.controllerReport, await controller(world), report);
  },
  endControllerSession: async (world) => call('DELETE', at(PATHS.controllerSession, 's'), await controller(world)),
  issueToken: async (world) => {
    const { clientId, clientSecret } = await world.client();
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    return tokenCall(form);
  },
  listSigningKeys: async () => ({ method: 'GET', path: PATHS.jwks, headers: {} }),
  getAuthorizationServer: async () => ({ method: 'GET', path: PATHS.authorizationServer, headers: {} }),
};

export function tokenCall(form: Record<string, string>): Call {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { method: 'POST', path: PATHS.token, headers, body: new URLSearchParams(form).toString() };
}

function gridLimit(value: unknown) {
  const entry = { startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-25T06:00:00Z', value };
  return { asset: 'grid', type: 'upperLimitkW', entries: [entry] };
}

function admin(world: World): Promise<Record<string, string>> {
  return world.bearer('fleet:admin');
}

async function clientPath(world: World, path: string): Promise<string> {
  return at(path, (await world.client()).clientId);
}

// Nobody is there: a private address is refused before anything is sent.
const HOOK = { url: 'https://10.255.255.1/hook' };

async function hookClient(world: World) {
  const headers = { ...(await admin(world)), 'Content-Type': 'application/json' };
  const payload = { clientName: 'Listener', scopes: ['sites:read', 'schedules:write', 'fleet:webhooks'] };
  const added = await world.app.inject({ method: 'POST', url: PATHS.fleetClients, headers, payload });
  const client = added.json<{ clientId: string; clientSecret: string }>();
  return { ...client, token: { Authorization: `Bearer ${await world.token('fleet:webhooks+sites:read', client)}` } };
}

async function webhookCall(world: World, method: string, path: string, body?: unknown): Promise<Call> {
  const { token } = await hookClient(world);
  const headers = { ...token, 'Content-Type': 'application/json' };
  const added = await world.app.inject({ method: 'POST', url: PATHS.fleetWebhooks, headers, payload: HOOK });
  return call(method, at(path, added.json<{ webhookId: string }>().webhookId), token, body);
}

async function setSite(world: World): Promise<{ siteId: string; batchId: string }> {
  const siteId = await world.site();
  const headers = { ...(await world.bearer('schedules:write')), 'Content-Type': 'application/json' };
  const payload = { schedules: [gridLimit(250)] };
  const set = await world.app.inject({ method: 'POST', url: at(PATHS.schedules, siteId), headers, payload });
  return { siteId, batchId: set.json<{ batchId: string }>().batchId };
}

async function addKey(world: World) {
  const siteId = await world.site();
  const url = at(PATHS.fleetSiteKeys, siteId);
  const added = await world.app.inject({ method: 'POST', url, headers: await admin(world) });
  return { siteId, ...added.json<AddedControllerKey>() };
}

async function controller(world: World): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${(await addKey(world)).controllerKey}` };
}

async function grantSite(world: World): Promise<string> {
  const siteId = await world.site();
  const url = at(PATHS.fleetClientGrants, world.operatorId);
  const headers = { ...(await admin(world)), 'Content-Type': 'application/json' };
  await world.app.inject({ method: 'PUT', url, headers, payload: { siteId, can: 'read' } });
  return siteId;
}

async function manySites(world: World) {
  return { siteIds: [await world.site()], ...WINDOW };
}

function stopper(world: World): Promise<Record<string, string>> {
  return world.bearer('schedules:write');
}

async function addHold(world: World): Promise<string> {
  const headers = { ...(await stopper(world)), 'Content-Type': 'application/json' };
  const payload = { siteId: await world.site(), reason: 'smoke' };
  const made = await world.app.inject({ method: 'POST', url: PATHS.fleetHolds, headers, payload });
  return made.json<Hold>().holdId;
}

function subject() {
  return { issuer: 'https://login.example.com', subject: randomUUID() };
}

function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Call {
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
