import { type AddedClient, type Group, PATHS, type Scope } from '@setpoint/contract';
import { at, type Headers, soon } from './asking-of.ts';
import { endingSoon } from './ending-soon.ts';
import { lookUntil } from './look-until.ts';
import type { World } from './open-world.ts';

/** For tests: somebody of the world, with what it sends to be let in, and how what it may do is taken back. */
export interface Holder {
  readonly id: string;
  readonly as: Headers;
  readonly takeBack: () => Promise<unknown>;
}

interface Places {
  readonly here: string;
  readonly elsewhere: string;
  /** Of which the first is a member. */
  readonly pool: string;
}

interface ClientHas {
  readonly grant?: Readonly<Record<string, unknown>>;
  readonly scopes?: readonly Scope[];
}

interface PersonHas {
  readonly role?: Readonly<Record<string, unknown>>;
  readonly groups?: readonly string[];
  readonly groupsEndAt?: number;
}

const ISSUER = 'https://login.example.com';
const DAY_MS = 86_400_000;

/** For tests: clients and persons of every kind, by names that say what they have. */
export async function openHolders(world: World, places: Places): Promise<Map<string, Holder>> {
  const clients = clientsWith(places).map(
    async ([name, has]) => [name, await addHoldingClient(world, name, has)] as const,
  );
  const holders = new Map<string, Holder>(await Promise.all(clients));
  await disable(world, holders.get('disabled'));
  await endGrant(world, { client: holders.get('with a grant that ended'), siteId: places.here });
  await addGroups(world, places);
  for (const [name, has] of personsWith(places)) holders.set(name, await addPerson(world, name, has));
  return holders;
}

function clientsWith({ here, elsewhere, pool }: Places): (readonly [name: string, has: ClientHas])[] {
  return [
    ['of the site', { grant: { siteId: here, can: 'schedule' } }],
    ['of the site for a day', { grant: { siteId: here, can: 'schedule', endsAt: soon(DAY_MS) } }],
    ['of the pool', { grant: { poolId: pool, can: 'schedule' } }],
    ['of all sites', { grant: { allSites: true, can: 'schedule' } }],
    ['reader', { grant: { siteId: here, can: 'read' } }],
    ['of elsewhere', { grant: { siteId: elsewhere, can: 'schedule' } }],
    ['without the scope', { grant: { siteId: here, can: 'schedule' }, scopes: ['sites:read'] }],
    ['operating', { scopes: ['sites:read', 'schedules:write', 'fleet:admin'] }],
    ['registering', { scopes: ['sites:read', 'fleet:admin'] }],
    ['disabled', { grant: { siteId: here, can: 'schedule' } }],
    ['with a grant that ended', {}],
  ];
}

/** For tests: a client with a grant; without one it is disabled when all is taken back. */
export async function addHoldingClient(
  world: World,
  clientName: string,
  has: ClientHas,
): Promise<Holder & AddedClient> {
  const { grant, scopes = ['sites:read', 'schedules:write'] } = has;
  const client = await world.done<AddedClient>('POST', PATHS.fleetClients, { body: { clientName, scopes } });
  const id = client.clientId;
  const url = at(PATHS.fleetClientGrants, id);
  if (grant !== undefined) await world.done('PUT', url, { body: grant });
  const as = await world.bearer(scopes.join('+'), client);
  const takeBack = () => (grant === undefined ? disable(world, { id }) : world.done('DELETE', urlOf(url, grant)));
  return { ...client, id, as, takeBack };
}

function disable(world: World, client: Pick<Holder, 'id'> | undefined): Promise<unknown> {
  return world.done('PATCH', at(PATHS.fleetClient, client?.id ?? ''), { body: { isEnabled: false } });
}

async function endGrant(world: World, { client, siteId }: { client: Holder | undefined; siteId: string }) {
  const url = at(PATHS.fleetClientGrants, client?.id ?? '');
  const ends = await endingSoon(async (endsAt) => {
    return (await world.ask('PUT', url, { body: { siteId, can: 'schedule', endsAt } })).status;
  });
  await lookUntil(
    () => Promise.resolve(Date.now()),
    (now) => now > Date.parse(ends),
  );
}

async function addGroups(world: World, { here, pool }: Places): Promise<void> {
  const groups = { 'control room': { role: 'dispatcher', poolId: pool }, visitors: { role: 'viewer', siteId: here } };
  for (const [groupName, body] of Object.entries(groups)) {
    const { groupId } = await world.done<Group>('POST', PATHS.fleetGroups, { body: { issuer: ISSUER, groupName } });
    await world.done('PUT', at(PATHS.fleetGroupRoles, groupId), { body });
  }
}

function personsWith({ here, elsewhere }: Places): (readonly [name: string, has: PersonHas])[] {
  const dispatcherElsewhere = { role: 'dispatcher', siteId: elsewhere };
  return [
    ['dispatcher', { role: { role: 'dispatcher', siteId: here } }],
    ['dispatcher of elsewhere', { role: dispatcherElsewhere }],
    ['operating person', { role: { role: 'operator', allSites: true } }],
    ['auditor', { role: { role: 'auditor', allSites: true } }],
    ['viewer here, dispatcher elsewhere', { role: dispatcherElsewhere, groups: ['visitors'] }],
    ['in the control room', { groups: ['control room'] }],
    ['no more in the control room', { groups: ['control room'], groupsEndAt: Date.now() - 1 }],
  ];
}

async function addPerson(world: World, subject: string, { role, ...claims }: PersonHas): Promise<Holder> {
  const { personId: id, authorization } = await world.person({ issuer: ISSUER, subject, ...claims });
  const url = at(PATHS.fleetPersonRoles, id);
  if (role !== undefined) await world.done('PUT', url, { body: role });
  const takeBack = () =>
    role === undefined
      ? world.done('PATCH', at(PATHS.fleetPerson, id), { body: { isEnabled: false } })
      : world.done('DELETE', urlOf(url, role));
  return { id, as: { Authorization: authorization }, takeBack };
}

/** Where a grant or a role is taken back. */
function urlOf(url: string, given: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(given).filter(([name]) => ['siteId', 'poolId', 'allSites'].includes(name));
  return `${url}?${new URLSearchParams(named.map(([name, value]): [string, string] => [name, String(value)])).toString()}`;
}
