import {
  type AddedClient,
  type AddedControllerKey,
  type AuthorityHolder,
  type Group,
  type Hold,
  PATHS,
  type Scope,
  type SiteAuthority,
} from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { at, type Headers, soon } from '../../testing/asking-of.ts';
import { endingSoon } from '../../testing/ending-soon.ts';
import { lookUntil } from '../../testing/look-until.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { type World, worldOfTests } from '../../testing/open-world.ts';

const DAY_MS = 86_400_000;
const ISSUER = 'https://login.example.com';
const SCHEDULES = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };

describe.each(STORE_KINDS)('the holders of authority over a site, on %s', async (kind) => {
  const world = await worldOfTests({ store: kind });
  const here = await world.site({ siteName: 'Here' });
  const pool = await world.pool([here]);
  const holders = await openHolders(world, { here, elsewhere: await world.site({ siteName: 'Elsewhere' }), pool });

  async function read(who?: Partial<AuthorityHolder>): Promise<AuthorityHolder[]> {
    const authority = await world.done<SiteAuthority>('GET', at(PATHS.fleetSiteAuthority, here));
    const wanted = Object.entries(who ?? {});
    return authority.holders.filter((one) => wanted.every(([field, value]) => Reflect.get(one, field) === value));
  }

  /** What somebody can do with the site, tried. */
  async function tried(as: Headers): Promise<'schedule' | 'hold' | undefined> {
    if ((await world.ask('POST', at(PATHS.schedules, here), { body: SCHEDULES, as })).status === 201) return 'schedule';
    const { status, body } = await world.ask<Hold>('POST', PATHS.fleetHolds, { body: { siteId: here }, as });
    if (status !== 201) return undefined;
    await world.done('DELETE', at(PATHS.fleetHold, body.holdId));
    return 'hold';
  }

  /** The same of all of them: what they can do, and what the list says of them. */
  async function compare(): Promise<Record<string, string>> {
    const can: Record<string, string> = {};
    const listed: Record<string, string> = {};
    const known = new Map([...holders].map(([name, { id }]) => [id, name]));
    for (const { kind: is, id, name, through } of await read()) {
      const who = known.get(id) ?? name;
      if (is === 'client' || is === 'person') listed[who] = through === 'scope' ? (listed[who] ?? 'hold') : 'schedule';
    }
    const operator = { as: await world.bearer('sites:read+schedules:write+fleet:admin') };
    for (const [name, { as }] of [...holders, ['operator', operator] as const]) {
      const found = await tried(as);
      if (found !== undefined) can[name] = found;
    }
    expect(listed).toEqual(can);
    return can;
  }

  it('names all who can, and nobody else', async () => {
    expect(await compare()).toEqual(EVERYBODY);
    const ended = at(PATHS.fleetClient, holders.get('with a grant that ended')?.id ?? '');
    expect(await world.done('GET', ended)).toMatchObject({ grants: [] });
  });

  it('says of each by what, since when, and until when', async () => {
    const waysOf = async (name: string) =>
      (await read({ name })).map(({ id: _id, name: _name, since, ...way }) => {
        expect(Math.abs(Date.now() - Date.parse(since ?? ''))).toBeLessThan(DAY_MS / 24);
        return way;
      });
    const never = { kind: 'client', endsAt: null };
    expect(await waysOf('of the site')).toEqual([{ ...never, through: 'site' }]);
    expect(await waysOf('of the pool')).toEqual([{ ...never, through: 'pool', poolId: pool }]);
    expect(await waysOf('operating')).toEqual([{ ...never, through: 'scope' }]);
    const [ofTheDay] = await waysOf('of the site for a day');
    expect(Date.parse(ofTheDay?.endsAt ?? '')).toBeGreaterThan(Date.now());
    const inIt = { kind: 'person', through: 'pool', poolId: pool, role: 'dispatcher', groupName: 'control room' };
    expect(await waysOf('in the control room')).toEqual([{ ...inIt, endsAt: expect.any(String) as string }]);
    expect(await waysOf('aFRR north')).toEqual([{ kind: 'pool', through: 'site', endsAt: null }]);
  });

  it('does not know since when there is what no record is of', async () => {
    await world.store.write(putGrant, { clientId: world.operatorId, siteId: here, canSchedule: true });
    await world.query(`DELETE FROM audit_record WHERE subject = 'grant:${world.operatorId}/${here}'`);
    expect(await read({ id: world.operatorId, through: 'site' })).toMatchObject([{ since: null, endsAt: null }]);
    await world.ask('DELETE', `${at(PATHS.fleetClientGrants, world.operatorId)}?siteId=${here}`);
    expect(await read({ id: world.operatorId, through: 'site' })).toEqual([]);
  });

  it('names a client as long as it can get a token, by a secret or from an issuer', async () => {
    const client = await addHoldingClient(world, 'of old secrets', { grant: { siteId: here, can: 'schedule' } });
    const isListed = async () => (await read({ id: client.clientId })).length > 0;
    expect(await isListed()).toBe(true);
    await world.query(`UPDATE client_secret SET ends_at = 1 WHERE client_id = '${client.clientId}'`);
    await expect(world.token('sites:read', client)).rejects.toThrow('invalid_client');
    expect(await isListed()).toBe(false);
    const body = { issuer: 'https://login.example.com', subject: 'optimiser' };
    await world.done('PUT', at(PATHS.fleetClientSubjects, client.clientId), { body });
    expect(await isListed()).toBe(true);
    await world.done('DELETE', at(PATHS.fleetClient, client.clientId));
  });

  it('names the keys that the controller is let in with', async () => {
    const { controllerKey, keyId } = await world.done<AddedControllerKey>('POST', at(PATHS.fleetSiteKeys, here));
    expect(await read({ kind: 'key' })).toHaveLength(2);
    const isLetIn = async () =>
      (await world.ask('GET', PATHS.controllerSchedule, { as: { Authorization: `Bearer ${controllerKey}` } })).status;
    expect(await isLetIn()).toBe(200);
    await world.done('DELETE', `${at(PATHS.fleetSiteKeys, here)}/${keyId}`);
    expect(await isLetIn()).toBe(401);
    expect(await read({ id: keyId })).toEqual([]);
  });

  it('names somebody no more once it is taken back, one after the other', async () => {
    const left: Record<string, string> = { ...EVERYBODY };
    for (const [name, { takeBack }] of holders) {
      if (left[name] === undefined) continue;
      await takeBack();
      delete left[name];
      expect(await compare()).toEqual(left);
    }
    expect(left).toEqual({ operator: 'schedule' });
  });
});

const EVERYBODY: Readonly<Record<string, string>> = {
  operator: 'schedule',
  'of the site': 'schedule',
  'of the site for a day': 'schedule',
  'of the pool': 'schedule',
  'of all sites': 'schedule',
  operating: 'hold',
  dispatcher: 'schedule',
  'operating person': 'schedule',
  'in the control room': 'schedule',
};

/** Somebody of the world, with what it sends to be let in, and how what it may do is taken back. */
interface Holder {
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

/** Clients and persons of every kind, by names that say what they have. */
async function openHolders(world: World, places: Places): Promise<Map<string, Holder>> {
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

/** A client with a grant; without one it is disabled when all is taken back. */
async function addHoldingClient(world: World, clientName: string, has: ClientHas): Promise<Holder & AddedClient> {
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
