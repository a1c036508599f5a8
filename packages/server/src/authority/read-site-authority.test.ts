import { randomUUID } from 'node:crypto';
import {
  type AddedControllerKey,
  type AuthorityHolder,
  type Hold,
  PATHS,
  type SiteAuthority,
  type SiteId,
} from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { at, type Headers } from '../../testing/asking-of.ts';
import { addHoldingClient, type Holder, openHolders } from '../../testing/open-holders.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { openWorld, type World } from '../../testing/open-world.ts';

const DAY_MS = 86_400_000;
const SCHEDULES = { schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [] }] };

describe.each(STORE_KINDS)('who can command a site, on %s', (kind) => {
  let world: World;
  let here: string;
  let pool: string;
  let holders: ReadonlyMap<string, Holder>;

  beforeAll(async () => {
    world = await openWorld({ store: kind });
    here = await world.site({ siteName: 'Here' });
    pool = await world.pool([here]);
    holders = await openHolders(world, { here, elsewhere: await world.site({ siteName: 'Elsewhere' }), pool });
  });
  afterAll(() => world.close());

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
    await world.store.write(putGrant, { clientId: world.operatorId, siteId: here as SiteId, canSchedule: true });
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

  it('is for operators and auditors', async () => {
    const url = at(PATHS.fleetSiteAuthority, here);
    const statuses: Record<string, number> = {};
    for (const [name, { as }] of holders) statuses[name] = (await world.ask('GET', url, { as })).status;
    const isLetIn = Object.entries(statuses).filter(([, status]) => status === 200);
    expect(isLetIn.map(([name]) => name)).toEqual(['operating', 'registering', 'operating person', 'auditor']);
    expect(statuses['dispatcher']).toBe(403);
    expect((await world.ask('GET', at(PATHS.fleetSiteAuthority, randomUUID()))).status).toBe(404);
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
