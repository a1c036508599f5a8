import { randomUUID } from 'node:crypto';
import { PATHS } from '@setpoint/contract';
import type { Call } from './ask.ts';
import type { World } from './described-world.ts';

type Make = (world: World) => Promise<Call>;

/** For each operation a request that succeeds, with all it needs made anew. */
export const goodCalls: Readonly<Record<string, Make>> = {
  getHealth: async () => ({ method: 'GET', path: PATHS.health, headers: {} }),
  listSites: async (world) => call('GET', PATHS.sites, await bearer(world, 'sites:read')),
  getSite: async (world) => call('GET', at(PATHS.site, await world.addSite()), await bearer(world, 'sites:read')),
  setSchedules: async (world) =>
    call('POST', at(PATHS.schedules, await world.addSite()), await bearer(world, 'schedules:write'), {
      schedules: [gridLimit(250)],
    }),
  listRegisteredSites: async (world) => call('GET', PATHS.fleetSites, await admin(world)),
  addSite: async (world) => call('POST', PATHS.fleetSites, await admin(world), { siteName: 'Nordhafen' }),
  getRegisteredSite: async (world) => call('GET', at(PATHS.fleetSite, await world.addSite()), await admin(world)),
  removeSite: async (world) => call('DELETE', at(PATHS.fleetSite, await world.addSite()), await admin(world)),
  listClients: async (world) => call('GET', PATHS.fleetClients, await admin(world)),
  addClient: async (world) => call('POST', PATHS.fleetClients, await admin(world), { clientName: 'Optimiser' }),
  getClient: async (world) => call('GET', await clientPath(world, PATHS.fleetClient), await admin(world)),
  changeClient: async (world) =>
    call('PATCH', await clientPath(world, PATHS.fleetClient), await admin(world), { isEnabled: false }),
  removeClient: async (world) => call('DELETE', await clientPath(world, PATHS.fleetClient), await admin(world)),
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
  issueToken: async (world) => {
    const { clientId, clientSecret } = await world.addClient();
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

export function gridLimit(value: unknown) {
  const entry = { startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-25T06:00:00Z', value };
  return { asset: 'grid', type: 'upperLimitkW', entries: [entry] };
}

function at(path: string, id: string): string {
  return path.replace(/:\w+/, id);
}

export async function bearer(world: World, scope: string): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await world.token(scope)}` };
}

function admin(world: World): Promise<Record<string, string>> {
  return bearer(world, 'fleet:admin');
}

async function clientPath(world: World, path: string): Promise<string> {
  return at(path, (await world.addClient()).clientId);
}

async function grantSite(world: World): Promise<string> {
  const siteId = await world.addSite();
  const url = at(PATHS.fleetClientGrants, world.operatorId);
  const headers = { ...(await admin(world)), 'Content-Type': 'application/json' };
  await world.app.inject({ method: 'PUT', url, headers, payload: { siteId, can: 'read' } });
  return siteId;
}

function subject() {
  return { issuer: 'https://login.example.com', subject: randomUUID() };
}

function call(method: string, path: string, headers: Record<string, string>, body?: unknown): Call {
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}
