import { randomUUID } from 'node:crypto';
import { type ClientId, type HoldId, namesOfPair, type PairName, type PoolId, type SiteId } from '@setpoint/contract';
import { commandDeliveries } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { countSitesBehind, listHeldSites } from './list-held-sites.ts';
import { type MakeHoldInput, makeHold } from './make-hold.ts';
import { readDelivery } from '../delivery/read-delivery.ts';
import { listUnfinishedHolds, readHold } from './read-hold.ts';
import { readSchedule } from '../gateway/snapshots/read-schedule.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { ALL_SITES, putGrant } from '../access/grants/put-grant.ts';
import { forgetHolds, releaseHold } from './release-hold.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const SITES = [1, 2, 3, 4, 5].map((index) => `00000000-0000-4000-8000-00000000000${index}` as SiteId);
const [FIRST, SECOND, , , LAST] = SITES as [SiteId, SiteId, SiteId, SiteId, SiteId];
const ANN = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const BEN = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;

describe.each(STORE_KINDS)('a hold, on %s', (storeKind) => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await storeOfTest(storeKind);
    for (const siteId of SITES) await add(siteId);
    for (const clientId of [ANN, BEN]) {
      await opened.store.write(addClient, {
        clientId,
        clientName: 'c',
        scopes: ['schedules:write'],
        secretHash: clientId,
        now: NOW,
      });
    }
  });

  it('of a site leaves its limits and curtailment, keeps what is set, and raises the version', async () => {
    await set(FIRST, ANN, [
      'grid/activePowerkW',
      'grid/upperLimitkW',
      'solar/solarCurtailmentPcnt',
      'grid/fcrImportkW',
    ]);
    await make({ siteId: FIRST });
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/upperLimitkW', 'solar/solarCurtailmentPcnt']);
    await expect(versions()).resolves.toEqual([2, 0, 0, 0, 0]);
    await expect(opened.query('SELECT asset FROM set_command')).resolves.toHaveLength(4);
  });

  it('covers what is set while it lasts, and lets all of it go again', async () => {
    const holdId = await make({ siteId: FIRST, asset: 'bess' });
    await set(FIRST, ANN, ['bess/activePowerkW', 'grid/activePowerkW']);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/activePowerkW']);
    await release(holdId);
    await expect(carriedOut(FIRST)).resolves.toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
    await expect(versions()).resolves.toEqual([3, 0, 0, 0, 0]);
  });

  it('that is released frees nothing that another one covers', async () => {
    await set(FIRST, ANN, ['grid/activePowerkW', 'bess/activePowerkW']);
    const [whole, asset] = [await make({ siteId: FIRST }), await make({ siteId: FIRST, asset: 'grid' })];
    await release(whole);
    await expect(carriedOut(FIRST)).resolves.toEqual(['bess/activePowerkW']);
    await release(asset);
    await expect(carriedOut(FIRST)).resolves.toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a client covers what it set last, there and nowhere else', async () => {
    await set(FIRST, ANN, ['grid/activePowerkW', 'bess/activePowerkW']);
    await set(FIRST, BEN, ['grid/activePowerkW']);
    await set(SECOND, BEN, ['grid/activePowerkW']);
    const holdId = await make({ clientId: ANN });
    await carry(holdId);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/activePowerkW']);
    await expect(carriedOut(SECOND)).resolves.toEqual(['grid/activePowerkW']);
    await expect(versions()).resolves.toEqual([3, 1, 0, 0, 0]);
    // The same entries again, by the other: now they are that one's.
    await set(FIRST, BEN, ['bess/activePowerkW']);
    await expect(carriedOut(FIRST)).resolves.toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a client covers sites that it comes to later', async () => {
    await opened.store.write(putGrant, { clientId: ANN, siteId: '*', canSchedule: true });
    await carry(await make({ clientId: ANN }));
    await set(SECOND, ANN, ['grid/activePowerkW']);
    await set(SECOND, BEN, ['bess/activePowerkW']);
    await expect(carriedOut(SECOND)).resolves.toEqual(['bess/activePowerkW']);
    await expect(versions()).resolves.toEqual([0, 2, 0, 0, 0]);
  });

  it('of all sites walks in steps, each durable, and is taken up where it stopped', async () => {
    const holdId = await make({});
    const first = await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW });
    expect(first).toEqual({ changed: SITES.slice(0, 2), isDone: false });
    await expect(versions()).resolves.toEqual([1, 1, 0, 0, 0]);
    await expect(opened.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    await expect(opened.store.write(carryHoldStep, { holdId, limit: 3, now: NOW })).resolves.toMatchObject({
      isDone: false,
    });
    await expect(opened.store.write(carryHoldStep, { holdId, limit: 3, now: NOW })).resolves.toEqual({
      changed: [],
      isDone: true,
    });
    await expect(versions()).resolves.toEqual([1, 1, 1, 1, 1]);
    await expect(opened.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([]);
    await expect(held(holdId)).resolves.toEqual(SITES);
  });

  it('on its way is ahead of what is set on sites that it has not reached', async () => {
    const holdId = await make({});
    await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW });
    const last = SITES[4] ?? FIRST;
    await set(last, ANN, ['grid/activePowerkW']);
    await expect(carriedOut(last)).resolves.toEqual([]);
    await carry(holdId);
    await expect(versions()).resolves.toEqual([1, 1, 1, 1, 1]);
    await add('00000000-0000-4000-8000-000000000009' as string as SiteId);
    await set('00000000-0000-4000-8000-000000000009' as string as SiteId, ANN, ['grid/activePowerkW']);
    await expect(carriedOut('00000000-0000-4000-8000-000000000009' as string as SiteId)).resolves.toEqual([]);
  });

  it('that is released on its way frees what it had reached, and goes no further', async () => {
    await set(FIRST, ANN, ['grid/activePowerkW']);
    const holdId = await make({});
    await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW });
    await release(holdId);
    await expect(opened.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    await carry(holdId);
    await expect(versions()).resolves.toEqual([3, 2, 0, 0, 0]);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/activePowerkW']);
    await expect(opened.store.read(readHold, { holdId })).resolves.toMatchObject({ isLying: false, releasedAt: NOW });
  });

  it('is shown in the delivery, and what it released counts as delivered only once the controller has it again', async () => {
    await set(FIRST, ANN, ['grid/activePowerkW']);
    const holdId = await make({ siteId: FIRST });
    await expect(states(FIRST, 2)).resolves.toEqual([['held', 'held']]);
    await release(holdId);
    await expect(states(FIRST, 2)).resolves.toEqual([['pending', 'scheduled']]);
    await expect(states(FIRST, 3)).resolves.toEqual([['accepted', 'executing']]);
  });

  it.each([
    ['a site', { siteId: randomUUID() as string as SiteId }, 'site_missing'],
    ['a pool', { poolId: randomUUID() as string as PoolId }, 'pool_missing'],
    ['a client', { clientId: randomUUID() as string as ClientId }, 'client_missing'],
  ])('needs %s that is there', async (_what, wanted, kind) => {
    await expect(opened.store.write(makeHold, inputOf(wanted))).resolves.toEqual({ kind });
    await expect(opened.query('SELECT * FROM hold')).resolves.toEqual([]);
  });

  const add = (siteId: SiteId) => newSite(opened.store, NOW, { siteId, siteName: 'Nord' });
  async function set(siteId: SiteId, clientId: ClientId, pairs: readonly PairName[]): Promise<void> {
    const entries = [{ startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:00Z', value: 5 }];
    const schedules = pairs.map((pair) => {
      const { asset, type } = namesOfPair(pair);
      return { asset, type, entries };
    });
    const outcome = await setSchedules(opened.store, siteId, { now: NOW, schedules, clientId });
    expect(outcome).toMatchObject({ kind: 'accepted' });
  }
  function inputOf(wanted: Partial<MakeHoldInput>): MakeHoldInput {
    const holdId = randomUUID() as string as HoldId;
    const nothing = { siteId: null, asset: null, clientId: null, reason: null };
    return { holdId, ...nothing, madeBy: ANN, isOperators: false, now: NOW, ...wanted };
  }
  it('is deleted some time after its release, and not while it lies on a site', async () => {
    await set(FIRST, ANN, ['grid/activePowerkW']);
    const [gone, lying, lasting] = [await make({ siteId: FIRST }), await make({}), await make({ siteId: SECOND })];
    await carry(lying);
    await release(gone);
    await release(lying);
    const forget = (before: number) => forgetHolds.after(0)({ store: opened.store, now: () => before })();
    await expect(forget(NOW)).resolves.toBe(false);
    await expect(forget(NOW + 1)).resolves.toBe(true);
    const left = async () => (await opened.query('SELECT hold_id FROM hold')).map((row) => row['hold_id']);
    expect(new Set(await left())).toEqual(new Set([lying, lasting]));
    await carry(lying);
    await expect(forget(NOW + 1)).resolves.toBe(true);
    await expect(left()).resolves.toEqual([lasting]);
  });

  it('is seen by a client on the sites of its grants alone', async () => {
    const holdId = await make({});
    await carry(holdId);
    for (const siteId of [SECOND, LAST]) {
      await opened.store.write(putGrant, { clientId: BEN, siteId, canSchedule: false });
    }
    await opened.store.write(putGrant, { clientId: ANN, siteId: ALL_SITES, canSchedule: false });
    await expect(held(holdId, BEN)).resolves.toEqual([SECOND, LAST]);
    await expect(held(holdId, ANN)).resolves.toEqual(SITES);
    const behind = (visibleTo: ClientId) => opened.store.read(countSitesBehind, { after: SECOND, visibleTo });
    await expect(Promise.all([behind(BEN), behind(ANN)])).resolves.toEqual([1, 3]);
  });

  async function make(wanted: Partial<MakeHoldInput>): Promise<HoldId> {
    const input = inputOf(wanted);
    await expect(opened.store.write(makeHold, input)).resolves.toEqual({ kind: 'made' });
    return input.holdId;
  }
  async function carry(holdId: HoldId): Promise<void> {
    while (!(await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW })).isDone);
  }
  async function release(holdId: HoldId): Promise<void> {
    await opened.store.write(releaseHold, { holdId, clientId: ANN, now: NOW });
  }
  async function carriedOut(siteId: SiteId): Promise<string[]> {
    return [...((await opened.store.read(readSchedule, { siteId }))?.commands.keys() ?? [])].sort();
  }
  async function versions(): Promise<number[]> {
    const rows = await opened.query('SELECT version FROM site ORDER BY site_id');
    return rows.slice(0, SITES.length).map((row) => Number(row['version']));
  }
  async function held(holdId: HoldId, visibleTo: ClientId | null = null): Promise<SiteId[]> {
    const rows = await opened.store.read(listHeldSites, { holdId, visibleTo, after: '', limit: 10 });
    return rows.map(({ siteId }) => siteId);
  }
  async function states(siteId: SiteId, appliedVersion: number) {
    const stored = await opened.store.read(readDelivery, { siteId, now: NOW, offlineAfterMs: 90_000 });
    if (stored === undefined) throw new Error('there is no such site');
    const applied = [{ version: 1, at: NOW }];
    const facts = { ...stored.facts, appliedVersion, applied, isOnline: true };
    return commandDeliveries(stored.commands, facts).map(({ state, entries }) => [state, entries[0]?.state]);
  }
});
