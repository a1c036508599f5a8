import { randomUUID } from 'node:crypto';
import { type Group, PATHS, type Person } from '@setpoint/contract';
import type { Call } from './ask.ts';
import type { World } from './open-world.ts';

const ISSUER = 'https://login.example.com';

/** For each operation on persons, groups and roles a request that succeeds, with all it needs made anew. */
export const peopleCalls: Readonly<Record<string, (world: World) => Promise<Call>>> = {
  getMe: async (world) => ({ method: 'GET', path: PATHS.fleetMe, headers: await token(world, 'sites:read') }),
  listMySessions: async (world) => ({
    method: 'GET',
    path: PATHS.fleetMySessions,
    headers: await token(world, 'sites:read'),
  }),
  endMySessions: async (world) => ({
    method: 'DELETE',
    path: PATHS.fleetMySessions,
    headers: await token(world, 'sites:read'),
  }),
  endMySession: async (world) => {
    const { personId, sessionId, authorization } = await world.person();
    const headers = { ...(await token(world, 'fleet:admin')), 'Content-Type': 'application/json' };
    const url = PATHS.fleetPersonRoles.replace(':personId', personId);
    await world.app.inject({ method: 'PUT', url, headers, payload: { role: 'viewer', allSites: true } });
    const path = PATHS.fleetMySession.replace(':sessionId', sessionId);
    return { method: 'DELETE', path, headers: { Authorization: authorization } };
  },
  listPersonSessions: async (world) => call(world, 'GET', await personPath(world, PATHS.fleetPersonSessions)),
  listPersons: async (world) => call(world, 'GET', PATHS.fleetPersons),
  addPerson: async (world) => call(world, 'POST', PATHS.fleetPersons, somebody()),
  getPerson: async (world) => call(world, 'GET', await personPath(world, PATHS.fleetPerson)),
  changePerson: async (world) => call(world, 'PATCH', await personPath(world, PATHS.fleetPerson), { isEnabled: false }),
  removePerson: async (world) => call(world, 'DELETE', await personPath(world, PATHS.fleetPerson)),
  endPersonSessions: async (world) => call(world, 'DELETE', await personPath(world, PATHS.fleetPersonSessions)),
  givePersonRole: async (world) =>
    call(world, 'PUT', await personPath(world, PATHS.fleetPersonRoles), { role: 'viewer', allSites: true }),
  takePersonRole: async (world) => taken(world, await personPath(world, PATHS.fleetPersonRoles)),
  listGroups: async (world) => call(world, 'GET', PATHS.fleetGroups),
  addGroup: async (world) => call(world, 'POST', PATHS.fleetGroups, { issuer: ISSUER, groupName: randomUUID() }),
  getGroup: async (world) => call(world, 'GET', await groupPath(world, PATHS.fleetGroup)),
  removeGroup: async (world) => call(world, 'DELETE', await groupPath(world, PATHS.fleetGroup)),
  giveGroupRole: async (world) =>
    call(world, 'PUT', await groupPath(world, PATHS.fleetGroupRoles), { role: 'operator', allSites: true }),
  takeGroupRole: async (world) => taken(world, await groupPath(world, PATHS.fleetGroupRoles)),
};

function somebody() {
  return { issuer: ISSUER, subject: randomUUID(), personName: 'Ada' };
}

async function token(world: World, scope: string): Promise<Record<string, string>> {
  return { Authorization: `Bearer ${await world.token(scope)}` };
}

async function call(world: World, method: string, path: string, body?: unknown): Promise<Call> {
  const headers = await token(world, 'fleet:admin');
  if (body === undefined) return { method, path, headers };
  return { method, path, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function personPath(world: World, path: string): Promise<string> {
  const headers = await token(world, 'fleet:admin');
  const added = await world.app.inject({ method: 'POST', url: PATHS.fleetPersons, headers, payload: somebody() });
  return path.replace(':personId', added.json<Person>().personId);
}

async function groupPath(world: World, path: string): Promise<string> {
  const headers = await token(world, 'fleet:admin');
  const payload = { issuer: ISSUER, groupName: randomUUID() };
  const added = await world.app.inject({ method: 'POST', url: PATHS.fleetGroups, headers, payload });
  return path.replace(':groupId', added.json<Group>().groupId);
}

async function taken(world: World, path: string): Promise<Call> {
  const headers = await token(world, 'fleet:admin');
  await world.app.inject({ method: 'PUT', url: path, headers, payload: { role: 'viewer', allSites: true } });
  return call(world, 'DELETE', `${path}?allSites=true`);
}
