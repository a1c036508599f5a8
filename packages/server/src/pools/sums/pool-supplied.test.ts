import { PATHS, type PoolId, type PoolSupplied, type SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { at } from '../../../testing/asking-of.ts';
import { clockText, MIDNIGHT, ratedAssets, reportAssets, setDrawn } from '../../../testing/draw-schedules.ts';
import { putShares } from '../../../testing/market-of-test.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { worldOfTest, worldOfTests } from '../../../testing/open-world.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

describe.each(STORE_KINDS)('what a pool supplied, on %s', async (store) => {
  const clock = { now: MIDNIGHT };
  const world = await worldOfTests({ store, clock });
  const members = [await world.site(), await world.site()].toSorted();
  const [one = '' as SiteId, other = '' as SiteId] = members;
  const poolId = await world.pool(members);
  await setDrawn(world, one, 'grid activePowerkW | 00-01 100');
  await setDrawn(world, other, 'grid activePowerkW | 00-01 40');
  // From 00:10 to half past 00:12.
  const shares = [one, other].map((siteId, index) => {
    return { siteId, watts: index === 0 ? 60_000 : 30_000, follows: 0, because: null };
  });
  const at10 = MIDNIGHT + 10 * MINUTE;
  const times = { at: at10, validUntil: at10 + 2.5 * MINUTE };
  await putShares(world.store, { poolId: poolId as PoolId, sequence: 1, ...times, shares });
  for (let minute = 0; minute < 15; minute += 1) {
    const [first, second] = { 10: [150, 170], 11: [130, 130], 12: [160, 100] }[minute] ?? [100, 100];
    clock.now = MIDNIGHT + minute * MINUTE;
    await measure(one, first);
    if (minute !== 11) await measure(other, { 10: 70, 12: 55 }[minute] ?? 40);
    clock.now += MINUTE / 2;
    await measure(one, second);
  }
  clock.now = MIDNIGHT + 20 * MINUTE;
  await world.done('DELETE', `${at(PATHS.fleetPoolMembers, poolId)}/${other}`);
  const late = await world.site();
  await world.done('PUT', `${at(PATHS.fleetPoolMembers, poolId)}/${late}`, { body: {} });

  async function measure(siteId: SiteId, activePowerkW: number | undefined): Promise<void> {
    const { grid } = ratedAssets();
    if (activePowerkW === undefined || grid == null) throw new Error('there is a connection point');
    await reportAssets(world, siteId, { grid: { ...grid, activePowerkW } });
  }

  async function supplied(from: string, to: string) {
    const asked = `${at(PATHS.fleetPoolSupplied, poolId)}?from=${clockText(from)}&to=${clockText(to)}`;
    const { status, body } = await world.ask<PoolSupplied>('GET', asked);
    expect([status, body.poolId, body.poolName]).toEqual([200, poolId, 'aFRR north']);
    return body.slots;
  }

  const slot = (from: string, to: string) => ({ startAt: clockText(from), endAt: clockText(to) });
  const first = { ...slot('00:10', '00:11'), orderedkW: 90, suppliedkW: 90, members: 2, unknown: 0 };
  const second = { ...slot('00:11', '00:12'), orderedkW: 90, suppliedkW: 30, members: 1, unknown: 1 };
  const third = { ...slot('00:12', '00:13'), orderedkW: 45, suppliedkW: 45, members: 2, unknown: 0 };

  it('is the sum over the members of the time, minute by minute, and of how many it is not known', async () => {
    clock.now = MIDNIGHT + 30 * MINUTE;
    expect(await supplied('00', '01')).toEqual([first, second, third]);
  });

  it('is told of whole minutes of the window that are over', async () => {
    clock.now = MIDNIGHT + 30 * MINUTE;
    expect(await supplied('00:10', '00:11.5')).toEqual([first]);
    clock.now = MIDNIGHT + 13 * MINUTE - 1;
    expect(await supplied('00:10.5', '00:20')).toEqual([second]);
  });

  it('is told in quarters of an hour where minutes are no longer kept', async () => {
    clock.now = MIDNIGHT + 3 * DAY;
    // 108 of 100 kW, and 605 / 14 of 40 kW.
    const quarter = { ...slot('00', '00:15'), orderedkW: 15, suppliedkW: 11.214, members: 2, unknown: 0 };
    expect(await supplied('00', '01')).toEqual([quarter]);
  });

  it('was asked of a site that is removed since, and is not known of that', async () => {
    clock.now = MIDNIGHT + 30 * MINUTE;
    await world.done('DELETE', `${at(PATHS.fleetSite, members[1] ?? '')}?name=Nordhafen`);
    const [slots, left] = [await supplied('00', '01'), { suppliedkW: 60, members: 1, unknown: 1 }];
    expect(slots).toEqual([{ ...first, ...left }, second, { ...third, suppliedkW: 30, members: 1, unknown: 1 }]);
  });
});

it('what a pool supplied is not known of members that never reported, and of no longer a window than a day', async () => {
  const clock = { now: MIDNIGHT };
  const world = await worldOfTest({ clock });
  const poolId = await world.pool([await world.site({ values: { activePowerkW: 0, afrrImportBookingkW: 50 } })]);
  expect(await world.signal(poolId, { kW: 20, sequence: 1 })).toBe(200);
  clock.now = MIDNIGHT + MINUTE;
  const path = `${at(PATHS.fleetPoolSupplied, poolId)}?from=${clockText('00')}&to=`;
  const { body } = await world.ask<PoolSupplied>('GET', path + clockText('24'));
  expect(body.slots).toMatchObject([{ orderedkW: 20, suppliedkW: null, members: 0, unknown: 1 }]);
  const { status, body: refused } = await world.ask<{ message: string }>('GET', path + clockText('25'));
  expect([status, refused.message]).toEqual([400, 'from and to may be at most 24 hours apart for a pool']);
});
