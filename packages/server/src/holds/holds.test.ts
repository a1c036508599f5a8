import { randomUUID } from 'node:crypto';
import type { ClientId, PoolId, SiteId } from '@setpoint/contract';
import { commandDeliveries } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALL_SITES, putGrant } from '../access/grants/put-grant.ts';
import { readDelivery } from '../delivery/read-delivery.ts';
import { marketOfTest, NOON, SITES } from '../../testing/market-of-test.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { countSitesBehind } from './list-held-sites.ts';
import { listUnfinishedHolds, readHold } from './read-hold.ts';
import { forgetHolds } from './release-hold.ts';

const [FIRST, SECOND, , , LAST] = SITES;

describe.each(STORE_KINDS)('a hold, on %s', (storeKind) => {
  let ann: ClientId;
  let ben: ClientId;

  const market = inEachTest(() => marketOfTest(storeKind));
  beforeEach(async () => {
    while ((await market.site()) !== LAST);
    [ann, ben] = [await market.client(), await market.client()];
  });

  it('of a site leaves its limits and curtailment, keeps what is set, and raises the version', async () => {
    await market.set(
      FIRST,
      ['grid/activePowerkW', 'grid/upperLimitkW', 'solar/solarCurtailmentPcnt', 'grid/fcrImportkW'],
      ann,
    );
    await market.hold({ siteId: FIRST });
    expect(await market.carriedOut(FIRST)).toEqual(['grid/upperLimitkW', 'solar/solarCurtailmentPcnt']);
    expect(await market.versions()).toEqual([2, 0, 0, 0, 0]);
    await expect(market.query('SELECT asset FROM set_command')).resolves.toHaveLength(4);
  });

  it('covers what is set while it lasts, and lets all of it go again', async () => {
    const holdId = await market.hold({ siteId: FIRST, asset: 'bess' });
    await market.set(FIRST, ['bess/activePowerkW', 'grid/activePowerkW'], ann);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/activePowerkW']);
    await market.release(holdId);
    expect(await market.carriedOut(FIRST)).toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
    expect(await market.versions()).toEqual([3, 0, 0, 0, 0]);
  });

  it('that is released frees nothing that another one covers', async () => {
    await market.set(FIRST, ['grid/activePowerkW', 'bess/activePowerkW'], ann);
    const [whole, asset] = [await market.hold({ siteId: FIRST }), await market.hold({ siteId: FIRST, asset: 'grid' })];
    await market.release(whole);
    expect(await market.carriedOut(FIRST)).toEqual(['bess/activePowerkW']);
    await market.release(asset);
    expect(await market.carriedOut(FIRST)).toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a client covers what it set last, there and nowhere else', async () => {
    await market.set(FIRST, ['grid/activePowerkW', 'bess/activePowerkW'], ann);
    await market.set(FIRST, ['grid/activePowerkW'], ben);
    await market.set(SECOND, ['grid/activePowerkW'], ben);
    const holdId = await market.hold({ clientId: ann });
    await market.carry(holdId);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/activePowerkW']);
    expect(await market.carriedOut(SECOND)).toEqual(['grid/activePowerkW']);
    expect(await market.versions()).toEqual([3, 1, 0, 0, 0]);
    // The same entries again, by the other: now they are that one's.
    await market.set(FIRST, ['bess/activePowerkW'], ben);
    expect(await market.carriedOut(FIRST)).toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a client covers SITES that it comes to later', async () => {
    await market.store.write(putGrant, { clientId: ann, siteId: '*', canSchedule: true });
    await market.carry(await market.hold({ clientId: ann }));
    await market.set(SECOND, ['grid/activePowerkW'], ann);
    await market.set(SECOND, ['bess/activePowerkW'], ben);
    expect(await market.carriedOut(SECOND)).toEqual(['bess/activePowerkW']);
    expect(await market.versions()).toEqual([0, 2, 0, 0, 0]);
  });

  it('of all SITES walks in steps, each durable, and is taken up where it stopped', async () => {
    const holdId = await market.hold();
    const step = await market.store.write(carryHoldStep, { holdId, limit: 2, now: NOON });
    expect(step).toEqual({ changed: SITES.slice(0, 2), isDone: false });
    expect(await market.versions()).toEqual([1, 1, 0, 0, 0]);
    await expect(market.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    await expect(market.store.write(carryHoldStep, { holdId, limit: 3, now: NOON })).resolves.toMatchObject({
      isDone: false,
    });
    await expect(market.store.write(carryHoldStep, { holdId, limit: 3, now: NOON })).resolves.toEqual({
      changed: [],
      isDone: true,
    });
    expect(await market.versions()).toEqual([1, 1, 1, 1, 1]);
    await expect(market.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([]);
    expect(await market.sitesOf(holdId)).toEqual(SITES);
  });

  it('on its way is ahead of what is set on SITES that it has not reached', async () => {
    const holdId = await market.hold();
    await market.store.write(carryHoldStep, { holdId, limit: 2, now: NOON });
    await market.set(LAST, ['grid/activePowerkW'], ann);
    expect(await market.carriedOut(LAST)).toEqual([]);
    await market.carry(holdId);
    expect(await market.versions()).toEqual([1, 1, 1, 1, 1]);
    const late = await market.site();
    await market.set(late, ['grid/activePowerkW'], ann);
    expect(await market.carriedOut(late)).toEqual([]);
  });

  it('that is released on its way frees what it had reached, and goes no further', async () => {
    await market.set(FIRST, ['grid/activePowerkW'], ann);
    const holdId = await market.hold();
    await market.store.write(carryHoldStep, { holdId, limit: 2, now: NOON });
    await market.release(holdId);
    await expect(market.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    await market.carry(holdId);
    expect(await market.versions()).toEqual([3, 2, 0, 0, 0]);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/activePowerkW']);
    await expect(market.store.read(readHold, { holdId })).resolves.toMatchObject({ isLying: false, releasedAt: NOON });
  });

  it('is shown in the delivery, and what it released counts as delivered only once the controller has it again', async () => {
    await market.set(FIRST, ['grid/activePowerkW'], ann);
    const holdId = await market.hold({ siteId: FIRST });
    await expect(states(FIRST, 2)).resolves.toEqual([['held', 'held']]);
    await market.release(holdId);
    await expect(states(FIRST, 2)).resolves.toEqual([['pending', 'scheduled']]);
    await expect(states(FIRST, 3)).resolves.toEqual([['accepted', 'executing']]);
  });

  it.each([
    ['a site', { siteId: randomUUID() as string as SiteId }, 'site_missing'],
    ['a pool', { poolId: randomUUID() as string as PoolId }, 'pool_missing'],
    ['a client', { clientId: randomUUID() as string as ClientId }, 'client_missing'],
  ])('needs %s that is there', async (_what, wanted, kind) => {
    await expect(market.holding(wanted)).resolves.toMatchObject({ kind });
    await expect(market.query('SELECT * FROM hold')).resolves.toEqual([]);
  });

  it('is deleted some time after its release, and not while it lies on a site', async () => {
    await market.set(FIRST, ['grid/activePowerkW'], ann);
    const [gone, lying, lasting] = [
      await market.hold({ siteId: FIRST }),
      await market.hold(),
      await market.hold({ siteId: SECOND }),
    ];
    await market.carry(lying);
    await market.release(gone);
    await market.release(lying);
    const forget = (before: number) => forgetHolds.after(0)({ store: market.store, now: () => before })();
    await expect(forget(NOON)).resolves.toBe(false);
    await expect(forget(NOON + 1)).resolves.toBe(true);
    const left = async () => (await market.query('SELECT hold_id FROM hold')).map((row) => row['hold_id']);
    expect(new Set(await left())).toEqual(new Set([lying, lasting]));
    await market.carry(lying);
    await expect(forget(NOON + 1)).resolves.toBe(true);
    await expect(left()).resolves.toEqual([lasting]);
  });

  it('is seen by a client on the SITES of its grants alone', async () => {
    const holdId = await market.hold();
    await market.carry(holdId);
    for (const siteId of [SECOND, LAST]) {
      await market.store.write(putGrant, { clientId: ben, siteId, canSchedule: false });
    }
    await market.store.write(putGrant, { clientId: ann, siteId: ALL_SITES, canSchedule: false });
    expect(await market.sitesOf(holdId, ben)).toEqual([SECOND, LAST]);
    expect(await market.sitesOf(holdId, ann)).toEqual(SITES);
    const behind = (visibleTo: ClientId) => market.store.read(countSitesBehind, { after: SECOND, visibleTo });
    await expect(Promise.all([behind(ben), behind(ann)])).resolves.toEqual([1, 3]);
  });

  async function states(siteId: SiteId, appliedVersion: number) {
    const read = { siteId, now: NOON, offlineAfterMs: 90_000 };
    const stored = (await market.store.read(readDelivery, read)) ?? expect.unreachable('there is no such site');
    const applied = [{ version: 1, at: NOON }];
    const facts = { ...stored.facts, appliedVersion, applied, isOnline: true };
    return commandDeliveries(stored.commands, facts).map(({ state, entries }) => [state, entries[0]?.state]);
  }
});
