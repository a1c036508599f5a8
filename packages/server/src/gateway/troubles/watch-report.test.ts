import { randomUUID } from 'node:crypto';
import type { PoolId } from '@setpoint/contract';
import { unknownAssets } from '@setpoint/core';
import { describe, expect, it } from 'vitest';
import { splitTree } from '../../sites/split-tree.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { instantOf, MINUTE, openSiteStory, type SiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';

const poolId = randomUUID() as string as PoolId;

describe.each(STORE_KINDS)('what the meter of a site shows not kept, on %s', (kind) => {
  const troubles = () => site.troubles();
  const told = () => site.toldOfTroubles('code', 'asset', 'isOver', 'message');

  const site = inEachTest(() => openSiteStory(kind));

  it('limits are told within a minute, whatever the controller says, and when they are kept again for a minute', async () => {
    await setLimit('upperLimitkW', 50);
    await report(1, 80);
    expect(await troubles()).toEqual([]);
    await report(31, 80);
    expect(await troubles()).toMatchObject([{ code: 'limit_exceeded', asset: 'grid' }]);
    await report(61, 49);
    await report(91, 49);
    expect(await troubles()).toEqual([]);
    expect(await told()).toEqual([
      ['limit_exceeded', 'grid', false, 'the connection point is at 80 kW, and its upper limit is 50 kW'],
      ['limit_exceeded', 'grid', true, null],
    ]);
  });

  it('limits are found where another batch sets them, and gone where one clears them', async () => {
    await report(1, -75);
    await setLimit('lowerLimitkW', -20);
    await report(31, -75);
    await report(61, -75);
    expect(await told()).toEqual([
      ['limit_exceeded', 'grid', false, 'the connection point is at -75 kW, and its lower limit is -20 kW'],
    ]);
    await setLimit('lowerLimitkW');
    await report(91, -75);
    await report(121, -75);
    expect(await troubles()).toEqual([]);
  });

  it('limits have half a minute from when they are set, and are looked up again before they begin', async () => {
    site.clock.now = TEN + 60_000;
    await setLimit('upperLimitkW', 50);
    for (const second of [62, 84]) await report(second, 80);
    expect(await troubles()).toEqual([]);
    await report(91, 80);
    expect(await troubles()).toHaveLength(1);
    await setLimit('upperLimitkW');
    await report(200, 80);
    await setLimit('upperLimitkW', 50, 20);
    for (const second of [260, 320]) await report(second, 80);
    expect(await troubles()).toEqual([]);
    for (const second of [1_231, 1_260]) await report(second, 80);
    expect(await troubles()).toHaveLength(1);
  });

  it('limits are told as soon where something else is set meanwhile', async () => {
    await setLimit('upperLimitkW', 50);
    await report(31, 80);
    await site.set([20, 30]);
    await report(61, 80);
    expect(await troubles()).toMatchObject([{ code: 'limit_exceeded', asset: 'grid' }]);
  });

  it('limits are none where nothing measures the connection point', async () => {
    await setLimit('upperLimitkW', 50);
    const rejected = [{ asset: 'grid', type: 'upperLimitkW', code: 'asset_missing' }] as const;
    await site.report(undefined, { rejected });
    expect(await troubles()).toEqual([]);
    for (const second of [1, 31, 61]) await report(second);
    expect(await troubles()).toMatchObject([{ code: 'not_measured' }]);
  });

  describe('a setpoint', () => {
    it('that is not reached is told, and when it is followed again for a minute', async () => {
      await site.set([0, 30]);
      for (const second of [10, 40, 70]) await reportWatched(second, 40);
      expect(await told()).toEqual([
        ['setpoint_missed', 'grid', false, 'the power of grid is 40 kW, and by the plan it is 1 kW'],
      ]);
      for (const second of [100, 130, 160]) await reportWatched(second, 3);
      expect(await troubles()).toEqual([]);
    });

    it('that is set again and again is missed as soon as one that is set once', async () => {
      for (const second of [10, 25, 40, 55]) {
        await site.set([0, 30]);
        await reportWatched(second, 40);
      }
      expect(await told()).toEqual([]);
      await site.set([0, 30]);
      await reportWatched(70, 40);
      expect(await told()).toHaveLength(1);
    });

    it('has its ramp, from the one before and from nothing', async () => {
      await site.set([0, 30]);
      await reportWatched(10, 40);
      await reportWatched(40, 40);
      expect(await told()).toEqual([]);
      await site.set([0, 10], [10, 30]);
      for (const second of [60, 600, 630, 659]) await reportWatched(second, second < 600 ? 1 : 3);
      expect(await told()).toEqual([]);
    });

    it('is told at once where the controller says no more what limits it', async () => {
      await site.set([0, 30]);
      const limited = [{ asset: 'grid', type: 'activePowerkW', by: 'soc', kW: 40 }] as const;
      for (const second of [10, 40, 70, 100]) await reportWatched(second, 40, { limited });
      expect(await told()).toEqual([]);
      await reportWatched(115, 40);
      expect(await told()).toHaveLength(1);
    });

    it('is told of within two reports of the last one in which the controller rejected it', async () => {
      await site.set([0, 30]);
      const rejected = [{ asset: 'grid', type: 'activePowerkW', code: 'unsupported' }] as const;
      for (const second of [10, 40, 62]) await reportWatched(second, 40, { rejected });
      for (const second of [72, 76]) await reportWatched(second, 40);
      expect(await told()).toEqual([]);
      await reportWatched(90, -40);
      expect(await told()).toHaveLength(1);
    });

    it('is clipped by what the devices can do now', async () => {
      await site.set([0, 30]);
      for (const second of [10, 40]) await reportWatched(second, 1, { devices: devicesOf(1, 100) });
      for (const second of [70, 100, 130]) await reportWatched(second, -20, { devices: devicesOf(-20, -20) });
      expect(await told()).toEqual([]);
      for (const second of [160, 190, 220]) await reportWatched(second, 1, { devices: devicesOf(1, -20) });
      expect(await told()).toHaveLength(1);
    });

    it('is missed under an order of 0 kW, too', async () => {
      await site.set([0, 30]);
      const order = { poolId, service: 'afrr', sequence: 1, watts: 0, at: TEN, validUntil: TEN + 9 * MINUTE } as const;
      for (const second of [70, 100]) await reportWatched(second, 40, { watch: { tolerances, orders: [order] } });
      expect(await told()).toHaveLength(1);
    });

    it('is missed where the meter does not show the power that the controller says it gives', async () => {
      await site.set([0, 30]);
      const limited = [{ asset: 'grid', type: 'activePowerkW', by: 'my_own_word', kW: 1 }] as const;
      for (const second of [70, 100]) await reportWatched(second, -40, { limited });
      expect(await told()).toHaveLength(1);
    });

    it('is not told twice: not of what the controller says itself, of what is held, or while nobody knows what pools ask for', async () => {
      await site.set([0, 30]);
      const rejected = [{ asset: 'grid', type: 'activePowerkW', code: 'unsupported' }] as const;
      const limited = [{ asset: 'grid', type: 'activePowerkW', by: 'soc', kW: 40 }] as const;
      for (const second of [10, 40, 70, 100]) await reportWatched(second, 40, { rejected });
      for (const second of [130, 160, 190]) await reportWatched(second, 40, { limited });
      expect(await told()).toEqual([]);
      for (const second of [220, 250, 280]) await reportWatched(second, 40, { watch: { tolerances, orders: null } });
      await site.hold();
      for (const second of [310, 340, 370]) await reportWatched(second, 40);
      expect(await told()).toEqual([]);
      await site.release();
      for (const second of [400, 430, 460]) await reportWatched(second, 40);
      expect(await told()).toHaveLength(1);
    });
  });

  const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
  const tolerances = { grid: TOLERANCE, bess: TOLERANCE };

  /** A connection point that may import so much. */
  function devicesOf(powerKw: number, upperKw: number) {
    const grid = { activePowerkW: powerKw, ratedPowerLowerLimitkW: -100, ratedPowerUpperLimitkW: upperKw };
    const assets = JSON.stringify({ ...unknownAssets(), grid });
    const measurements = [{ asset: 'grid', powerKw, socPercent: null } as const];
    return { tree: splitTree('{}'), assets, ratings: String(upperKw), unmeasured: [], measurements };
  }

  async function reportWatched(second: number, gridKw: number, said: Parameters<SiteStory['report']>[1] = {}) {
    site.clock.now = TEN + second * 1_000;
    await site.report(gridKw, { watch: { tolerances, orders: [] }, ...said });
  }

  async function setLimit(type: 'upperLimitkW' | 'lowerLimitkW', value?: number, from = 0): Promise<void> {
    const entries = value === undefined ? [] : [{ startAt: instantOf(from), endAt: instantOf(60), value }];
    await setSchedules(site.store, site.siteId, { now: site.clock.now, schedules: [{ asset: 'grid', type, entries }] });
  }

  async function report(second: number, gridKw?: number): Promise<void> {
    site.clock.now = TEN + second * 1_000;
    await site.report(gridKw);
  }
});
