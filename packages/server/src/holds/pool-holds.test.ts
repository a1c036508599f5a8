import type { ClientId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { marketOfTest, NOON, SITES } from '../../testing/market-of-test.ts';
import { membersFrom, NORTH } from '../../testing/members-from.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { putPool, removePool } from '../pools/put-pool.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { countFreeMembers, listFreeMembers, listHeldPools } from './list-free-members.ts';
import { listHolds } from './list-holds.ts';
import { listUnfinishedHolds } from './read-hold.ts';

const [FIRST, SECOND, THIRD, FOURTH, LAST] = SITES;
const POOL = NORTH.poolId;

describe.each(STORE_KINDS)('a hold, on %s', (kind) => {
  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    while ((await market.site()) !== LAST);
  });

  it('of a pool covers its members and nobody else, in steps', async () => {
    await market.pool({ members: [FIRST, SECOND, FOURTH] });
    for (const siteId of SITES) await market.set(siteId, ['grid/activePowerkW', 'grid/upperLimitkW']);
    const holdId = await market.hold({ poolId: POOL });
    const first = await market.store.write(carryHoldStep, { holdId, limit: 2, now: NOON });
    expect(first).toEqual({ changed: [FIRST, SECOND], isDone: false });
    await expect(market.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    const left = { holdId, poolId: POOL, now: NOON, visibleTo: null };
    await expect(market.store.read(countFreeMembers, left)).resolves.toBe(1);
    await market.carry(holdId);
    await expect(market.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([]);
    expect(await market.sitesOf(holdId)).toEqual([FIRST, SECOND, FOURTH]);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/upperLimitkW']);
    for (const siteId of [THIRD, LAST]) {
      expect(await market.carriedOut(siteId)).toEqual(['grid/activePowerkW', 'grid/upperLimitkW']);
    }
    expect(await market.versions()).toEqual([2, 2, 1, 2, 1]);
    await market.release(holdId);
    await market.carry(holdId);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/activePowerkW', 'grid/upperLimitkW']);
    expect(await market.versions()).toEqual([3, 3, 1, 3, 1]);
  });

  it('of a pool takes in who joins while it lasts, also at an instant known before, and keeps who leaves', async () => {
    const members = new Map([...membersFrom(NOON, [FIRST]), ...membersFrom(NOON + 1_000, [SECOND])]);
    await market.store.write(putPool, { ...NORTH, members, now: NOON });
    const holdId = await market.hold({ poolId: POOL, asset: 'bess' });
    await market.carry(holdId);
    expect(await market.sitesOf(holdId)).toEqual([FIRST]);
    const heldPools = [{ holdId, poolId: POOL }];
    await expect(market.store.read(listHeldPools, undefined)).resolves.toEqual(heldPools);
    const joined = (now: number) => market.store.read(listFreeMembers, { holdId, poolId: POOL, limit: 9, now });
    await expect(joined(NOON + 999)).resolves.toEqual([]);
    await expect(joined(NOON + 1_000)).resolves.toEqual([SECOND]);
    market.clock.now = NOON + 1_000;
    await market.carry(holdId);
    market.clock.now = NOON + 2_000;
    await market.pool({ members: [LAST] });
    await market.carry(holdId);
    expect(await market.sitesOf(holdId)).toEqual([FIRST, SECOND, LAST]);
    // Who takes the whole pool away frees nobody.
    market.clock.now = NOON + 3_000;
    await market.store.write(removePool, { poolId: POOL, now: market.now() });
    await market.carry(holdId);
    expect(await market.sitesOf(holdId)).toEqual([FIRST, SECOND, LAST]);
    await market.set(LAST, ['bess/activePowerkW', 'grid/activePowerkW']);
    expect(await market.carriedOut(LAST)).toEqual(['grid/activePowerkW']);
    await market.release(holdId);
    await market.carry(holdId);
    expect(await market.sitesOf(holdId)).toEqual([]);
    await expect(market.store.read(listHeldPools, undefined)).resolves.toEqual([]);
    expect(await market.carriedOut(LAST)).toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a pool is not put on what others set elsewhere, and frees nothing that a hold of the site covers', async () => {
    await market.pool({ members: [FIRST] });
    await market.set(FIRST, ['grid/activePowerkW']);
    const [ofPool, ofSite] = [await market.hold({ poolId: POOL }), await market.hold({ siteId: FIRST })];
    await market.set(SECOND, ['grid/activePowerkW']);
    await market.carry(ofPool);
    expect(await market.carriedOut(SECOND)).toEqual(['grid/activePowerkW']);
    await market.release(ofPool);
    await market.carry(ofPool);
    expect(await market.carriedOut(FIRST)).toEqual([]);
    await market.release(ofSite);
    expect(await market.carriedOut(FIRST)).toEqual(['grid/activePowerkW']);
  });

  it('of a pool is listed for its maker, and for who has a grant of the pool, not of a member', async () => {
    await market.pool({ members: [FIRST] });
    const [ann, ben] = [await market.client(), await market.client()];
    const holdId = await market.hold({ poolId: POOL, madeBy: ann });
    const seen = async (seenBy: ClientId) => {
      const wanted = { after: { createdAt: 0, holdId: '' }, limit: 9, state: 'open' as const, seenBy };
      return (await market.store.read(listHolds, wanted)).holds.map((hold) => hold.holdId);
    };
    await market.store.write(putGrant, { clientId: ben, siteId: FIRST, canSchedule: true });
    await expect(seen(ann)).resolves.toEqual([holdId]);
    await expect(seen(ben)).resolves.toEqual([]);
    await market.store.write(putPoolGrant, { clientId: ben, poolId: POOL, canSchedule: false });
    await expect(seen(ben)).resolves.toEqual([holdId]);
  });
});
