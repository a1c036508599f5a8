import { randomUUID } from 'node:crypto';
import { type ClientId, type HoldId, namesOfPair, type PairName, type SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { putPoolGrant } from '../access/grants/put-pool-grant.ts';
import { readSchedule } from '../gateway/snapshots/read-schedule.ts';
import { putPool } from '../pools/put-pool.ts';
import { removePool } from '../pools/remove-pool.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { NORTH } from '../../testing/members-from.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { countFreeMembers, listFreeMembers, listHeldPools } from './list-free-members.ts';
import { listHeldSites } from './list-held-sites.ts';
import { listHolds } from './list-holds.ts';
import { type MakeHoldInput, makeHold } from './make-hold.ts';
import { listUnfinishedHolds } from './read-hold.ts';
import { releaseHold } from './release-hold.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const SITES = [1, 2, 3, 4, 5].map((index) => `00000000-0000-4000-8000-00000000000${index}` as SiteId);
const [FIRST, SECOND, THIRD, FOURTH, LAST] = SITES as [SiteId, SiteId, SiteId, SiteId, SiteId];
const ANN = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const BEN = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;
const POOL = NORTH.poolId;

describe.each(STORE_KINDS)('a hold, on %s', (storeKind) => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await storeOfTest(storeKind);
    for (const siteId of SITES) {
      await newSite(opened.store, NOW, { siteId, siteName: 'Nord' });
    }
    for (const clientId of [ANN, BEN]) {
      const client = { clientId, clientName: 'c', scopes: ['schedules:write'] as const };
      await opened.store.write(addClient, { ...client, secretHash: clientId, now: NOW });
    }
  });

  it('of a pool covers its members and nobody else, in steps', async () => {
    await pool([FIRST, SECOND, FOURTH]);
    for (const siteId of SITES) await set(siteId, ANN, ['grid/activePowerkW', 'grid/upperLimitkW']);
    const holdId = await make({ poolId: POOL });
    const first = await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW });
    expect(first).toEqual({ changed: [FIRST, SECOND], isDone: false });
    await expect(opened.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([holdId]);
    const left = { holdId, poolId: POOL, now: NOW, visibleTo: null };
    await expect(opened.store.read(countFreeMembers, left)).resolves.toBe(1);
    await carry(holdId);
    await expect(opened.store.read(listUnfinishedHolds, undefined)).resolves.toEqual([]);
    await expect(held(holdId)).resolves.toEqual([FIRST, SECOND, FOURTH]);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/upperLimitkW']);
    for (const siteId of [THIRD, LAST]) {
      await expect(carriedOut(siteId)).resolves.toEqual(['grid/activePowerkW', 'grid/upperLimitkW']);
    }
    await expect(versions()).resolves.toEqual([2, 2, 1, 2, 1]);
    await release(holdId);
    await carry(holdId);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/activePowerkW', 'grid/upperLimitkW']);
    await expect(versions()).resolves.toEqual([3, 3, 1, 3, 1]);
  });

  it('of a pool takes in who joins while it lasts, also at an instant known before, and keeps who leaves', async () => {
    await pool([FIRST, { siteId: SECOND, from: NOW + 1_000 }]);
    const holdId = await make({ poolId: POOL, asset: 'bess' });
    await carry(holdId);
    await expect(held(holdId)).resolves.toEqual([FIRST]);
    const heldPools = [{ holdId, poolId: POOL }];
    await expect(opened.store.read(listHeldPools, undefined)).resolves.toEqual(heldPools);
    const joined = (now: number) => opened.store.read(listFreeMembers, { holdId, poolId: POOL, limit: 9, now });
    await expect(joined(NOW + 999)).resolves.toEqual([]);
    await expect(joined(NOW + 1_000)).resolves.toEqual([SECOND]);
    await carry(holdId, NOW + 1_000);
    await pool([LAST], NOW + 2_000);
    await carry(holdId, NOW + 2_000);
    await expect(held(holdId)).resolves.toEqual([FIRST, SECOND, LAST]);
    // Who takes the whole pool away frees nobody.
    await opened.store.write(removePool, { poolId: POOL, now: NOW + 3_000 });
    await carry(holdId, NOW + 3_000);
    await expect(held(holdId)).resolves.toEqual([FIRST, SECOND, LAST]);
    await set(LAST, ANN, ['bess/activePowerkW', 'grid/activePowerkW']);
    await expect(carriedOut(LAST)).resolves.toEqual(['grid/activePowerkW']);
    await release(holdId);
    await carry(holdId, NOW + 3_000);
    await expect(held(holdId)).resolves.toEqual([]);
    await expect(opened.store.read(listHeldPools, undefined)).resolves.toEqual([]);
    await expect(carriedOut(LAST)).resolves.toEqual(['bess/activePowerkW', 'grid/activePowerkW']);
  });

  it('of a pool is not put on what others set elsewhere, and frees nothing that a hold of the site covers', async () => {
    await pool([FIRST]);
    await set(FIRST, ANN, ['grid/activePowerkW']);
    const [ofPool, ofSite] = [await make({ poolId: POOL }), await make({ siteId: FIRST })];
    await set(SECOND, ANN, ['grid/activePowerkW']);
    await carry(ofPool);
    await expect(carriedOut(SECOND)).resolves.toEqual(['grid/activePowerkW']);
    await release(ofPool);
    await carry(ofPool);
    await expect(carriedOut(FIRST)).resolves.toEqual([]);
    await release(ofSite);
    await expect(carriedOut(FIRST)).resolves.toEqual(['grid/activePowerkW']);
  });

  it('of a pool is listed for its maker, and for who has a grant of the pool, not of a member', async () => {
    await pool([FIRST]);
    const holdId = await make({ poolId: POOL });
    const seen = async (seenBy: ClientId) => {
      const wanted = { after: { createdAt: 0, holdId: '' }, limit: 9, state: 'open' as const, seenBy };
      return (await opened.store.read(listHolds, wanted)).holds.map((hold) => hold.holdId);
    };
    await opened.store.write(putGrant, { clientId: BEN, siteId: FIRST, canSchedule: true });
    await expect(seen(ANN)).resolves.toEqual([holdId]);
    await expect(seen(BEN)).resolves.toEqual([]);
    await opened.store.write(putPoolGrant, { clientId: BEN, poolId: POOL, canSchedule: false });
    await expect(seen(BEN)).resolves.toEqual([holdId]);
  });

  async function set(siteId: SiteId, clientId: ClientId, pairs: readonly PairName[]): Promise<void> {
    const entries = [{ startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:00Z', value: 5 }];
    const schedules = pairs.map((pair) => {
      const { asset, type } = namesOfPair(pair);
      return { asset, type, entries };
    });
    const outcome = await setSchedules(opened.store, siteId, { now: NOW, schedules, clientId });
    expect(outcome).toMatchObject({ kind: 'accepted' });
  }
  async function pool(members: readonly (SiteId | { siteId: SiteId; from: number })[], now = NOW): Promise<void> {
    const always = { from: now, to: Number.MAX_SAFE_INTEGER, role: 'primary', rank: 0, rampKwPerSecond: null } as const;
    const stretches = members.map((one) => (typeof one === 'string' ? { siteId: one } : one));
    const outcome = await opened.store.write(putPool, {
      ...NORTH,
      members: new Map(stretches.map(({ siteId, ...rest }) => [siteId, [{ ...always, ...rest }]])),
      now,
    });
    expect(outcome.kind).toBe('changed');
  }
  async function make(wanted: Partial<MakeHoldInput>): Promise<HoldId> {
    const holdId = randomUUID() as string as HoldId;
    const nothing = { siteId: null, asset: null, clientId: null, reason: null };
    const input = { holdId, ...nothing, madeBy: ANN, isOperators: false, now: NOW, ...wanted };
    await expect(opened.store.write(makeHold, input)).resolves.toEqual({ kind: 'made' });
    return holdId;
  }
  async function carry(holdId: HoldId, now = NOW): Promise<void> {
    while (!(await opened.store.write(carryHoldStep, { holdId, limit: 2, now })).isDone);
  }
  async function release(holdId: HoldId): Promise<void> {
    await opened.store.write(releaseHold, { holdId, clientId: ANN, now: NOW });
  }
  async function carriedOut(siteId: SiteId): Promise<string[]> {
    return [...((await opened.store.read(readSchedule, { siteId }))?.commands.keys() ?? [])].sort();
  }
  async function versions(): Promise<number[]> {
    const rows = await opened.query('SELECT version FROM site ORDER BY site_id');
    return rows.map((row) => Number(row['version']));
  }
  async function held(holdId: HoldId): Promise<SiteId[]> {
    const rows = await opened.store.read(listHeldSites, { holdId, visibleTo: null, after: '', limit: 10 });
    return rows.map(({ siteId }) => siteId);
  }
});
