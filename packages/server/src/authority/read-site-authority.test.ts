import { randomUUID } from 'node:crypto';
import {
  type AddedClient,
  type AddedControllerKey,
  type AuthorityCaller,
  type Hold,
  PATHS,
  type PoolSeat,
  type SiteAuthority,
  type SiteId,
  TOKEN_EXCHANGE,
  type TokenResponse,
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
  let elsewhere: string;
  let pool: string;
  let desk: AddedClient;
  let holders: ReadonlyMap<string, Holder>;

  beforeAll(async () => {
    world = await openWorld({ store: kind });
    here = await world.site({ siteName: 'Here' });
    elsewhere = await world.site({ siteName: 'Elsewhere' });
    pool = await world.pool([here]);
    holders = await openHolders(world, { here, elsewhere, pool });
    const scopes = ['sites:read', 'schedules:write', 'people:act'];
    desk = await world.done('POST', PATHS.fleetClients, { body: { clientName: 'Desk', scopes } });
  }, 60_000);
  afterAll(() => world.close());

  function read(): Promise<SiteAuthority> {
    return world.done<SiteAuthority>('GET', at(PATHS.fleetSiteAuthority, here));
  }

  /** What somebody can do with the site, tried. */
  async function tried(as: Headers): Promise<AuthorityCaller['can'] | undefined> {
    if ((await world.ask('POST', at(PATHS.schedules, here), { body: SCHEDULES, as })).status === 201) return 'schedule';
    const { status, body } = await world.ask<Hold>('POST', PATHS.fleetHolds, { body: { siteId: here }, as });
    if (status !== 201) return undefined;
    await world.done('DELETE', at(PATHS.fleetHold, body.holdId));
    return 'hold';
  }

  async function mayAskPool(as: Headers): Promise<boolean> {
    const asked = { body: { reason: 'a drill' }, as };
    return (await world.ask('PUT', at(PATHS.fleetPoolSeat, pool), asked)).status === 200;
  }

  /** The same of all of them: what they can do, and what the list says of them. */
  async function compare(): Promise<Record<string, string>> {
    const { callers, pools } = await read();
    const can: Record<string, string> = {};
    const listed: Record<string, string> = {};
    const known = new Map([...holders].map(([name, { id }]) => [id, name]));
    for (const caller of callers) listed[known.get(caller.id) ?? caller.name] = caller.can;
    const seats: string[] = [];
    const operator = { id: world.operatorId, as: await world.bearer('sites:read+schedules:write+fleet:admin') };
    for (const [name, { as, id }] of [...holders, ['operator', operator] as const]) {
      const found = await tried(as);
      if (found !== undefined) can[name] = found;
      if (await mayAskPool(as)) seats.push(id);
    }
    expect(listed).toEqual(can);
    expect(new Set(pools.flatMap(({ mayTake }) => mayTake))).toEqual(new Set(pools.length === 0 ? [] : seats));
    return can;
  }

  it('names all who can, and nobody else', async () => {
    expect(await compare()).toEqual(EVERYBODY);
  });

  it('says of each why, since when, given by whom, and until when', async () => {
    const { callers, groups } = await read();
    const byName = new Map(callers.map((caller) => [caller.name, caller]));
    const grantsOf = (name: string) => byName.get(name)?.grants.map(({ since: _since, ...grant }) => grant);
    const givenBy = { kind: 'client', id: world.operatorId, name: 'operator' };
    const never = { givenBy, endsAt: null };
    expect(grantsOf('of the site')).toEqual([{ can: 'schedule', through: 'site', ...never }]);
    expect(grantsOf('of the pool')).toEqual([{ can: 'schedule', through: 'pool', poolId: pool, ...never }]);
    expect(grantsOf('operating')).toEqual([{ can: 'hold', through: 'scope', ...never }]);
    const [ofTheDay] = byName.get('of the site for a day')?.grants ?? [];
    expect(Date.parse(ofTheDay?.endsAt ?? '')).toBeGreaterThan(Date.now());
    expect(Math.abs(Date.now() - Date.parse(ofTheDay?.since ?? ''))).toBeLessThan(DAY_MS / 24);
    expect(groups).toMatchObject([{ groupName: 'control room', persons: 1, grants: [{ role: 'dispatcher' }] }]);
    const [group] = groups;
    const inIt = { can: 'schedule', through: 'pool', poolId: pool, groupId: group?.groupId, role: 'dispatcher' };
    expect(grantsOf('in the control room')).toEqual([{ ...inIt, givenBy, endsAt: expect.any(String) as string }]);
    expect(byName.get('dispatcher')).toMatchObject({ scopes: ['sites:read', 'schedules:write'], sessions: 1 });
  });

  it('does not know who gave what no record is of', async () => {
    const first = (await read()).callers.find(({ id }) => id === world.operatorId);
    await world.store.write(putGrant, { clientId: world.operatorId, siteId: here as SiteId, canSchedule: true });
    await world.query(`DELETE FROM audit_record WHERE subject = 'grant:${world.operatorId}/${here}'`);
    const now = (await read()).callers.find(({ id }) => id === world.operatorId);
    expect(now?.grants.filter(({ through }) => through === 'site')).toEqual([
      { can: 'schedule', through: 'site', since: null, givenBy: null, endsAt: null },
    ]);
    await world.ask('DELETE', `${at(PATHS.fleetClientGrants, world.operatorId)}?siteId=${here}`);
    expect((await read()).callers.find(({ id }) => id === world.operatorId)).toEqual(first);
  });

  it('names the clients that act for persons, as long as there is one who can', async () => {
    const actFor = async (name: string): Promise<Headers> => {
      const form = new URLSearchParams({
        grant_type: TOKEN_EXCHANGE.grantType,
        client_id: desk.clientId,
        client_secret: desk.clientSecret,
        subject_token: holders.get(name)?.as['Authorization']?.slice('Bearer '.length) ?? '',
        subject_token_type: TOKEN_EXCHANGE.accessToken,
      });
      const answer = await fetch(world.base + PATHS.token, { method: 'POST', body: form });
      return { Authorization: `Bearer ${((await answer.json()) as TokenResponse).access_token}` };
    };
    expect(await tried(await actFor('dispatcher'))).toBe('schedule');
    expect(await tried(await actFor('dispatcher of elsewhere'))).toBe(undefined);
    const { actingClients, callers } = await read();
    // The first operator was made with all scopes.
    expect(actingClients.map(({ clientId, givenBy }) => [clientId, givenBy?.id])).toEqual([
      [desk.clientId, world.operatorId],
      [world.operatorId, 'setpoint'],
    ]);
    expect(callers.map(({ id }) => id)).not.toContain(desk.clientId);
  });

  it('names a client as long as it can get a token, by a secret or from an issuer', async () => {
    const client = await addHoldingClient(world, 'of old secrets', { grant: { siteId: here, can: 'schedule' } });
    const isListed = async () => (await read()).callers.some(({ id }) => id === client.clientId);
    expect(await isListed()).toBe(true);
    await world.query(`UPDATE client_secret SET ends_at = 1 WHERE client_id = '${client.clientId}'`);
    await expect(world.token('sites:read', client)).rejects.toThrow('invalid_client');
    expect(await isListed()).toBe(false);
    const body = { issuer: 'https://login.example.com', subject: 'optimiser' };
    await world.done('PUT', at(PATHS.fleetClientSubjects, client.clientId), { body });
    expect(await isListed()).toBe(true);
    await world.done('DELETE', at(PATHS.fleetClient, client.clientId));
  });

  it('names the pools with who has the seat, and the keys that the controller is let in with', async () => {
    const { as, id } = holders.get('of the pool') ?? { as: {}, id: '' };
    const seat = await world.done<PoolSeat>('PUT', at(PATHS.fleetPoolSeat, pool), { body: { reason: 'drill' }, as });
    const { controllerKey, keyId } = await world.done<AddedControllerKey>('POST', at(PATHS.fleetSiteKeys, here));
    const { pools, controllerKeys } = await read();
    expect(pools).toMatchObject([{ poolId: pool, poolName: 'aFRR north', seat, givenBy: { id: world.operatorId } }]);
    expect(seat.holder.id).toBe(id);
    expect(controllerKeys).toHaveLength(2);
    const byWhom = controllerKeys.map(({ givenBy }) => givenBy?.id);
    expect(byWhom).toEqual([world.operatorId, world.operatorId]);
    const isLetIn = async () =>
      (await world.ask('GET', PATHS.controllerSchedule, { as: { Authorization: `Bearer ${controllerKey}` } })).status;
    expect(await isLetIn()).toBe(200);
    await world.done('DELETE', `${at(PATHS.fleetSiteKeys, here)}/${keyId}`);
    expect(await isLetIn()).toBe(401);
    expect((await read()).controllerKeys.map((key) => key.keyId)).not.toContain(keyId);
  });

  it('names the holds that lie on the site, with who made them', async () => {
    const { as, id } = holders.get('dispatcher') ?? { as: {}, id: '' };
    const { holdId } = await world.done<Hold>('POST', PATHS.fleetHolds, { body: { siteId: here }, as });
    await world.done('POST', PATHS.fleetHolds, { body: { siteId: elsewhere } });
    expect((await read()).holds).toMatchObject([{ holdId, actor: { kind: 'person', id } }]);
    await world.done('DELETE', at(PATHS.fleetHold, holdId), { as });
    expect((await read()).holds).toEqual([]);
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
    expect((await read()).actingClients).toEqual([]);
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
