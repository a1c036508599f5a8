import { randomUUID } from 'node:crypto';
import type { ClientId, EventType, PoolId, SiteId } from '@setpoint/contract';
import type { Membership } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { hasAnyGrant } from '../access/grants/has-any-grant.ts';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { listVisibleSites } from '../access/sites/list-visible-sites.ts';
import { putGrant } from '../access/grants/put-grant.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { removeGrant } from '../access/grants/remove-grant.ts';
import { removePoolGrant } from '../access/grants/remove-pool-grant.ts';
import { visibleEvents } from '../events/events-after.ts';
import type { LoggedEvent } from '../events/read-events.ts';
import { sightOf } from '../access/sight.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { removeSite } from '../registry/sites/remove-site.ts';
import { BEFORE_ALL_SITES, listSites } from '../sites/list-sites.ts';
import { NEVER } from '../store/in-force.ts';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { listPoolMembers } from './members/list-pool-members.ts';
import { listPools } from './list-pools.ts';
import { putPool, removePool } from './put-pool.ts';
import { putPoolMember, removePoolMember } from './members/put-pool-member.ts';
import { readPool } from './read-pool.ts';

const DAY = 86_400_000;
const START = { siteId: '', from: 0 };

describe.each(STORE_KINDS)('pools, on %s', (kind) => {
  let sites: SiteId[];
  let now: number;
  const poolId = randomUUID() as string as PoolId;
  const other = randomUUID() as string as PoolId;
  const clientId = randomUUID() as string as ClientId;

  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    now = Date.now() - DAY;
    sites = [];
    for (const siteName of ['a', 'b', 'c']) sites.push(await newSite(opened.store, now, { siteName }));
    sites.sort();
    const client = { clientId, clientName: 'desk', scopes: ['sites:read' as const], secretHash: 'x', now };
    await opened.store.write(addClient, client);
  });

  const site = (index: number) => sites[index] ?? ('' as SiteId);
  const stretch = (changes: Partial<Membership> = {}): Membership => ({
    from: now,
    to: NEVER,
    role: 'primary',
    rank: 0,
    rampKwPerSecond: null,
    ...changes,
  });
  const put = (members?: readonly SiteId[], changes: Partial<Parameters<typeof putPool.run>[1]> = {}) =>
    opened.store.write(putPool, {
      poolId,
      poolName: 'north',
      service: 'afrr',
      split: 'merit',
      enduranceMinutes: 30,
      now,
      ...(members === undefined ? {} : { members: new Map(members.map((siteId) => [siteId, [stretch()]])) }),
      ...changes,
    });
  const members = async (asked: { at?: number; knownAt?: number; poolId?: PoolId } = {}) => {
    const rows = await opened.store.read(listPoolMembers, { poolId, after: START, limit: 9, now, ...asked });
    return rows.map(({ siteId, from, to, rank }) => [sites.indexOf(siteId), from, to, rank]);
  };

  it('keeps what a pool was made with, and changes all but its service', async () => {
    await expect(put()).resolves.toEqual({ kind: 'changed' });
    await expect(put([site(0)], { poolName: 'east', split: 'energy' })).resolves.toEqual({ kind: 'changed' });
    await expect(put([], { service: 'mfrr' })).resolves.toEqual({ kind: 'service_differs', service: 'afrr' });
    const { pool } = (await opened.store.read(readPool, { poolId, clientId })) ?? {};
    expect(pool).toEqual({
      poolId,
      poolName: 'east',
      service: 'afrr',
      split: 'energy',
      enduranceMinutes: 30,
    });
    expect(await members()).toEqual([[0, now, NEVER, 0]]);
  });

  it('tells who was a member, and what was known of it at any time', async () => {
    const first = now;
    await put([site(0), site(1)]);
    now += 1_000;
    const change = { poolId, siteId: site(1), membership: stretch({ from: first, rank: 7, to: now + DAY }), now };
    await expect(opened.store.write(putPoolMember, change)).resolves.toEqual({ kind: 'changed' });
    expect(await members({ at: first })).toEqual([
      [0, first, NEVER, 0],
      [1, first, now, 0],
    ]);
    expect(await members()).toEqual([
      [0, first, NEVER, 0],
      [1, now, now + DAY, 7],
    ]);
    expect(await members({ at: now, knownAt: first })).toEqual([
      [0, first, NEVER, 0],
      [1, first, NEVER, 0],
    ]);
    expect(await members({ at: now + DAY })).toEqual([[0, first, NEVER, 0]]);
    await opened.store.write(removePoolMember, { poolId, siteId: site(0), now: now + 5 });
    expect(await members({ at: now + 4 })).toContainEqual([0, first, now + 5, 0]);
    expect(await members({ at: now + 5 })).toEqual([[1, now, now + DAY, 7]]);
  });

  it('lets a site into one pool of a service at a time, and refuses the whole change', async () => {
    await put([site(0)]);
    const taken = { kind: 'in_other_pool', siteId: site(0), poolName: 'north' };
    await expect(put([site(1), site(0)], { poolId: other, poolName: 'south' })).resolves.toEqual(taken);
    await expect(opened.store.read(readPool, { poolId: other, clientId })).resolves.toBeUndefined();
    await expect(put([site(0)], { poolId: other, service: 'mfrr' })).resolves.toEqual({ kind: 'changed' });
    await opened.store.write(removePoolMember, { poolId, siteId: site(0), now: now + 1 });
    const third = randomUUID() as string as PoolId;
    const late = new Map([[site(0), [stretch({ from: now + 1 })]]]);
    await expect(put([], { poolId: third, members: late, now: now + 1 })).resolves.toEqual({ kind: 'changed' });
  });

  it('lets a client with a grant of it see its members of now, and nobody else', async () => {
    const seen = async () => {
      const rights = await opened.store.read(listSiteRights, { clientId, siteIds: sites });
      const listed = await opened.store.read(listSites, { clientId, after: BEFORE_ALL_SITES, limit: 9 });
      const named = (await opened.store.read(listVisibleSites, { clientId, siteIds: sites })) ?? [];
      expect([...named].toSorted()).toEqual(listed.map(({ siteId }) => siteId).toSorted());
      expect(sites.filter((siteId) => rights.get(siteId)?.canRead)).toEqual([...named].toSorted());
      return sites.filter((siteId) => rights.get(siteId)?.canSchedule).map((siteId) => sites.indexOf(siteId));
    };
    const later = new Map([
      [site(0), [stretch()]],
      [site(1), [stretch({ from: now + 10 * DAY })]],
    ]);
    await put([], { members: later });
    expect(await seen()).toEqual([]);
    await opened.store.write(putPoolGrant, { clientId, poolId, canSchedule: true });
    expect(await seen()).toEqual([0]);
    await expect(opened.store.read(hasAnyGrant, { clientId, can: 'schedule' })).resolves.toBe(true);
    const page = { after: { poolName: '', poolId: '' }, limit: 9 };
    const someone = { ...page, seenBy: randomUUID() as string as ClientId };
    expect(await opened.store.read(listPools, someone)).toEqual([]);
    expect(await opened.store.read(listPools, { ...page, seenBy: clientId })).toMatchObject([{ poolId }]);
    await opened.store.write(putPoolGrant, { clientId, poolId, canSchedule: true, endsAt: now });
    expect(await seen()).toEqual([]);
    await expect(opened.store.read(hasAnyGrant, { clientId, can: 'read' })).resolves.toBe(false);
    await opened.store.write(putPoolGrant, { clientId, poolId, canSchedule: false });
    await expect(opened.store.read(hasAnyGrant, { clientId, can: 'read' })).resolves.toBe(true);
    await expect(opened.store.read(hasAnyGrant, { clientId, can: 'schedule' })).resolves.toBe(false);
    await opened.store.write(removePoolMember, { poolId, siteId: site(0), now: now + 1 });
    expect(await opened.store.read(listVisibleSites, { clientId, siteIds: sites })).toEqual(new Set());
    await expect(opened.store.write(removePoolGrant, { clientId, poolId })).resolves.toEqual({ kind: 'removed' });
  });

  it('ends with its grants when it is removed, and is made anew under its id with its past', async () => {
    await put([site(0)]);
    await opened.store.write(putPoolGrant, { clientId, poolId, canSchedule: true });
    now += 1_000;
    await expect(opened.store.write(removePool, { poolId, now })).resolves.toEqual({ kind: 'removed' });
    await expect(opened.store.write(removePool, { poolId, now })).resolves.toEqual({ kind: 'pool_missing' });
    await expect(opened.store.read(hasAnyGrant, { clientId, can: 'read' })).resolves.toBe(false);
    await put();
    expect(await members()).toEqual([]);
    expect(await members({ at: now - 1 })).toEqual([[0, now - 1_000, now, 0]]);
  });

  it('loses a site that is removed, also when its id comes back', async () => {
    await put([site(0)]);
    const siteId = site(0);
    now += 1_000;
    const siteName = (await opened.query(`SELECT site_name FROM site WHERE site_id = '${siteId}'`))[0]?.['site_name'];
    await opened.store.write(removeSite, { siteId, siteName: String(siteName), now });
    await newSite(opened.store, now, { siteId, siteName: 'anew' });
    expect(await members()).toEqual([]);
  });

  it('has the events of each member while it is one, as it was known when they happened', async () => {
    const joined = now;
    await put([site(0), site(1)]);
    now += 1_000;
    await opened.store.write(removePoolMember, { poolId, siteId: site(1), now });
    const to = now + 2_000;
    const membership = stretch({ to });
    await opened.store.write(putPoolMember, { poolId, siteId: site(2), membership, now });
    await opened.store.write(putPoolGrant, { clientId, poolId, canSchedule: false });
    await opened.store.write(putGrant, { clientId, siteId: '*', canSchedule: false });
    const position = { epoch: 1, tx: 1, n: 0, k: 0 };
    const at = (index: number, ms: number) => {
      return { position, type: 'site.online' as const, siteId: site(index), at: joined + ms, data: {} };
    };
    const events: LoggedEvent[] = [
      at(0, -1),
      at(0, 0),
      at(0, 9 * DAY),
      at(1, 0),
      at(1, 999),
      at(1, 1_000),
      // Before it was known to be a member; before its end, at its end.
      at(2, 999),
      at(2, 1_000),
      at(2, 2_999),
      at(2, 3_000),
      { position, type: 'site.changed', siteId: site(1), at: joined + 1_000, data: { change: 'left', poolId } },
      { position, type: 'site.changed', siteId: site(1), at: joined + 1_000, data: { change: 'left', poolId: other } },
      { position, type: 'pool.short', poolId, at: joined, data: {} },
      { position, type: 'pool.short', poolId: other, at: joined, data: {} },
    ];
    const seen = async (types?: ReadonlySet<EventType>) => {
      const wish = { clientId, types, poolId, hearsAsOperator: false };
      const visible = await visibleEvents(sightOf(opened.store), wish, events);
      return visible?.map((event) => events.indexOf(event));
    };
    expect(await seen()).toEqual([1, 2, 3, 4, 7, 8, 10, 12]);
    expect(await seen(new Set(['pool.short']))).toEqual([12]);
    // All sites are all pools; a pool alone that is no longer granted ends the stream.
    await opened.store.write(removeGrant, { clientId, siteId: '*' });
    expect(await seen(new Set(['pool.short']))).toEqual([12]);
    await opened.store.write(removePoolGrant, { clientId, poolId });
    expect(await seen()).toBeUndefined();
  });

  it('has at most 10,000 members, each of whom can still be changed, and one may come for one that left', async () => {
    await put();
    const row = (index: number) =>
      `('${poolId}', '${String(index).padStart(36, '0')}', ${now}, ${NEVER}, 'primary', 0, ${now}, ${NEVER})`;
    const rows = Array.from({ length: 9_999 }, (_, index) => row(index)).join();
    await opened.query(
      `INSERT INTO pool_member (pool_id, site_id, valid_from, valid_to, role, rank, known_from, known_to) VALUES ${rows}`,
    );
    const join = (siteId: SiteId, changes: Partial<Membership> = {}) =>
      opened.store.write(putPoolMember, { poolId, siteId, membership: stretch(changes), now });
    await expect(join(site(0))).resolves.toEqual({ kind: 'changed' });
    await expect(join(site(1))).resolves.toEqual({ kind: 'too_many_members' });
    await expect(join(site(0), { role: 'backup' })).resolves.toEqual({ kind: 'changed' });
    now += 1;
    await opened.store.write(removePoolMember, { poolId, siteId: site(0), now });
    await expect(join(site(1))).resolves.toEqual({ kind: 'changed' });
  });

  it('has at most 1,000 others beside it', async () => {
    const row = (index: number) => `('${String(index).padStart(36, '0')}', 'p', 'afrr', 'merit', 60, 0)`;
    const rows = Array.from({ length: 1_000 }, (_, index) => row(index)).join();
    await opened.query(
      `INSERT INTO pool (pool_id, pool_name, service, split, endurance_minutes, created_at) VALUES ${rows}`,
    );
    await expect(put()).resolves.toEqual({ kind: 'too_many_pools' });
  });
});
