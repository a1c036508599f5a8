import { randomUUID } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { EntryFollowing } from '@setpoint/core';
import { announceEntries } from '../delivery/announce-entries.ts';
import { readOverviews } from '../overview/read-overviews.ts';
import { instantOf, MINUTE, openSiteStory, TEN } from '../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { judgeSite } from './judge-site.ts';
import { readJudging, recordFollowing } from './record-following.ts';
import { announceFollowing, latestOf } from './announce-following.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { putGrant } from '../access/grants/put-grant.ts';

const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
const pastOrders = () => Promise.resolve({ kind: 'found' as const, orders: [] });

describe.each(STORE_KINDS)('a setpoint that was not followed, on %s', (kind) => {
  const site = inEachTest(() => openSiteStory(kind));

  it('is told once, when the minute of its end is over', async () => {
    await site.set([1, 5], [5, 9.5], [9.5, 12]);
    await reportBetween(TEN, TEN + 5 * MINUTE, 1);
    await reportBetween(TEN + 5 * MINUTE, TEN + 11 * MINUTE);
    await tellAt(TEN + 5.5 * MINUTE);
    await tellAt(TEN + 9.6 * MINUTE);
    expect(await deviations()).toEqual([]);
    expect(await latest()).toMatchObject([{ asset: 'grid', state: 'followed', value: 1, meanErrorkW: 0 }]);
    await Promise.all([tellAt(TEN + 10 * MINUTE), tellAt(TEN + 10 * MINUTE)]);
    expect(await latest()).toMatchObject([
      { state: 'deviating', startAt: instantOf(5), endAt: instantOf(9.5), value: 1, meanErrorkW: 39 },
    ]);
    await tellAt(TEN + 11 * MINUTE);
    expect(await deviations()).toEqual([[9.5, { measuredShare: 0.889, meanErrorkW: 39, withinShare: 0 }]]);
    // Most of the last was not measured.
    await tellAt(TEN + 60 * MINUTE);
    expect(await deviations()).toHaveLength(1);
    expect(await latest()).toMatchObject([{ state: 'unknown', endAt: instantOf(12) }]);
  });

  it('is judged by what was set at the time, also when nobody was there', async () => {
    await site.set([1, 5], [5, 9]);
    await reportBetween(TEN, TEN + 3.5 * MINUTE);
    await site.set([5, 9]);
    await reportBetween(TEN + 3.5 * MINUTE, TEN + 9 * MINUTE);
    await tellAt(TEN + 90 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([9]);
    expect(await latest()).toMatchObject([{ state: 'deviating', endAt: instantOf(9) }]);
  });

  it('is judged though it was replaced after its end, before its minute was over', async () => {
    await site.set([1, 3], [3, 5.5]);
    await reportBetween(TEN, TEN + 6 * MINUTE);
    site.clock.now = TEN + 5.75 * MINUTE;
    await site.set([8, 9]);
    await tellAt(TEN + 5.9 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([3]);
    await Promise.all([tellAt(TEN + 6 * MINUTE), tellAt(TEN + 6 * MINUTE)]);
    await tellAt(TEN + 7 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([3, 5.5]);
  });

  it('is judged when a hold was taken off before its end, and not when it was held there', async () => {
    await site.set([1, 5], [5, 9]);
    for (let at = TEN; at < TEN + 9 * MINUTE; at += MINUTE / 2) {
      site.clock.now = at;
      await site.report(40);
      if (at === TEN + 2 * MINUTE) await site.hold();
      if (at === TEN + 5 * MINUTE) await tellAt(at + 10);
      if (at === TEN + 5.5 * MINUTE) await site.release();
    }
    await tellAt(TEN + 9 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([9]);
  });

  it('is judged though it was set while its site was judged', async () => {
    await site.set([1, 2]);
    const { store, siteId } = site;
    const now = TEN + 3 * MINUTE;
    site.clock.now = now;
    const follows = (await store.read(readJudging, { siteId })) ?? expect.unreachable('there is no site');
    await site.set([1, 5]);
    const judged = { siteId, now, follows, judgedTo: now, judgeAt: null, latest: [], events: [] };
    await store.write(recordFollowing, judged);
    await store.write(recordFollowing, judged);
    await reportBetween(TEN + 3 * MINUTE, TEN + 5 * MINUTE);
    await tellAt(TEN + 5 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([5]);
  });

  it('does not stop the clock where a schedule changed too often to be judged', async () => {
    for (let at = TEN; at < TEN + 5 * MINUTE; at += MINUTE / 2) {
      site.clock.now = at;
      await site.set([1, 5]);
      await site.report(40);
    }
    await tellAt(TEN + 6 * MINUTE, 4);
    expect((await site.events()).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['entry.started', 'entry.completed']),
    );
    expect(await deviations()).toEqual([]);
    const window = { fromMs: TEN, toMs: TEN + 5 * MINUTE };
    const judging = { store: site.store, siteId: site.siteId, tolerances, pastOrders, window, now: TEN + 6 * MINUTE };
    expect(await judgeSite({ ...judging, mostBatches: 4 })).toEqual({ kind: 'too_many_batches', most: 4 });
    expect(await judgeSite(judging)).toMatchObject({ kind: 'judged' });
  });

  it('is told of a limit, too, and the overview shows it though the setpoint was followed', async () => {
    await site.set([1, 5]);
    await setLimit([1, 5]);
    await reportBetween(TEN, TEN + 3 * MINUTE, 1);
    await reportBetween(TEN + 3 * MINUTE, TEN + 6 * MINUTE, 4);
    await tellAt(TEN + 6 * MINUTE);
    expect(await deviations()).toEqual([[5, { measuredShare: 1, meanErrorkW: 2, withinShare: 0.333 }]]);
    expect(await latest()).toMatchObject([
      { asset: 'grid', type: 'activePowerkW', state: 'followed' },
      { asset: 'grid', type: 'upperLimitkW', state: 'deviating', value: 2, meanErrorkW: 2 },
    ]);
  });

  async function setLimit([from, to]: readonly [number, number]): Promise<void> {
    const entries = [{ startAt: instantOf(from), endAt: instantOf(to), value: 2 }];
    await setSchedules(site.store, site.siteId, {
      now: site.clock.now,
      schedules: [{ asset: 'grid', type: 'upperLimitkW', entries }],
    });
  }

  async function tellAt(instant: number, mostBatches = 50_000): Promise<void> {
    site.clock.now = instant;
    // As it looks a little behind the clock.
    const telling = { store: site.store, now: () => instant + 500, tolerances, pastOrders, mostBatches };
    await announceEntries(telling);
    await announceFollowing(telling);
  }

  /** What the grid does then, twice a minute. */
  async function reportBetween(from: number, to: number, gridKw = 40): Promise<void> {
    for (let at = from; at < to; at += MINUTE / 2) {
      site.clock.now = at;
      await site.report(gridKw);
    }
  }

  async function deviations() {
    const events = (await site.events()).filter(({ type }) => type === 'following.deviating');
    return events.map(({ at, data: { measuredShare, meanErrorkW, withinShare } }) => [
      (at - TEN) / MINUTE,
      { measuredShare, meanErrorkW, withinShare },
    ]);
  }

  /** What is kept of the entries that were judged. */
  async function latest() {
    const { store, siteId, clock } = site;
    const clientId = randomUUID() as string as ClientId;
    const client = { clientId, clientName: 'c', secretHash: clientId, now: clock.now };
    await store.write(addClient, { ...client, scopes: ['sites:read'] });
    await store.write(putGrant, { clientId, siteId, canSchedule: false });
    return (await store.read(readOverviews, { clientId, siteIds: [siteId], now: clock.now }))[0]?.following;
  }
});

const HOUR = 3_600_000;

const LIMIT: EntryFollowing = { ...entryOf('grid', 1), type: 'upperLimitkW' };

it('of each setpoint and limit the entry that ended last is kept, in whatever order they come', () => {
  const kept = latestOf([entryOf('grid', 2), entryOf('grid', 1), entryOf('bess', 1), entryOf('bess', 3), LIMIT]);
  expect(kept.map(({ asset, endAt }) => [asset, (endAt - TEN) / HOUR])).toEqual([
    ['grid', 2],
    ['bess', 3],
    ['grid/upperLimitkW', 1],
  ]);
  expect(kept[0]?.judgements.map(({ endAt }) => (endAt - TEN) / HOUR)).toEqual([1, 2]);
  expect(JSON.parse(kept[0]?.text ?? '')).toEqual({
    asset: 'grid',
    type: 'activePowerkW',
    state: 'deviating',
    startAt: '2030-01-01T11:00:00.000Z',
    endAt: '2030-01-01T12:00:00.000Z',
    value: 100,
    meanErrorkW: 12.346,
    withinShare: 0,
  });
});

function entryOf(asset: 'grid' | 'bess', endHour: number): EntryFollowing {
  const endMs = TEN + endHour * HOUR;
  return {
    asset,
    type: 'activePowerkW',
    entry: { startMs: endMs - HOUR, endMs, value: 100 },
    state: 'deviating',
    judgedFrom: endMs - HOUR,
    judgedUntil: endMs,
    measuredShare: 1,
    plannedKwh: 100,
    measuredKwh: 112.346,
    meanErrorKw: 12.3456,
    withinShare: 0,
  };
}
