import { randomUUID } from 'node:crypto';
import type { BatchId, ClientId, HoldId, SiteId } from '@setpoint/contract';
import { parseBatch, unknownAssets } from '@setpoint/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORE_KINDS, type TestStore } from '../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readEventBounds, readEvents } from '../events/read-events.ts';
import { readOverviews } from '../overview/read-overview.ts';
import { readRevision } from '../gateway/read-schedule.ts';
import { readJudging } from '../following/settle-following.ts';
import { tellEntries } from './tell-entries.ts';
import { tellFollowing } from '../following/tell-following.ts';
import { tellSilence } from '../gateway/tell-silence.ts';

const TEN = Date.UTC(2030, 0, 1, 10);
const MINUTE = 60_000;
const OFFLINE_AFTER = 90_000;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const HOLD = '00000000-0000-4000-8000-000000000002' as string as HoldId;
const CLIENT = '00000000-0000-4000-8000-000000000003' as string as ClientId;

const instantOf = (minute: number) => new Date(TEN + minute * MINUTE).toISOString();

describe.each(STORE_KINDS)('what the clock brings about, on %s', (kind) => {
  let opened: TestStore;
  let store: Store;
  let now = TEN;
  let sequence = 0;

  beforeEach(async () => {
    now = TEN;
    sequence = 0;
    opened = await openTestStore(kind);
    ({ store } = opened);
    const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
    await store.write('addSite', { siteId: SITE, siteName: 's', timeZone: 'UTC', controllerKey, now });
    await tellAt(TEN);
  });

  afterEach(() => opened.close());

  it('is told of each entry once: that it started, late or not, and that it was completed or missed', async () => {
    await set([1, 2], [2, 3], [3, 4]);
    await report();
    await tellAt(TEN + 1.5 * MINUTE);
    await tellAt(TEN + 1.6 * MINUTE);
    await tellAt(TEN + 2.5 * MINUTE);
    expect(await told()).toEqual(['1 started', '1 completed', '2 started']);
    await set([2, 3], [4, 5], [6, 7]);
    await tellAt(TEN + 4.5 * MINUTE);
    now += 1;
    await report();
    await tellAt(TEN + 5.5 * MINUTE);
    await tellAt(TEN + 8 * MINUTE);
    expect((await told()).slice(3)).toEqual([
      '2 completed',
      '4 started late',
      '4 completed late',
      '6 started',
      '6 completed',
    ]);
  });

  it('is made up for after a time when nobody was there, with the instants at which it happened', async () => {
    await set([1, 2], [2, 3]);
    await report();
    await tellAt(TEN + 60 * MINUTE);
    const events = (await all()).filter(({ type }) => type.startsWith('entry.'));
    expect(events.map(({ type, at }) => [type, (at - TEN) / MINUTE])).toEqual([
      ['entry.started', 1],
      ['entry.completed', 2],
      ['entry.started', 2],
      ['entry.completed', 3],
    ]);
  });

  it('is a missed entry when the controller never had it', async () => {
    await set([1, 2]);
    await tellAt(TEN + 3 * MINUTE);
    expect(await told()).toEqual(['1 missed']);
  });

  it('is told once when two look at the same time', async () => {
    await set([1, 2]);
    await report();
    now = TEN + 3 * MINUTE;
    await Promise.all([tellAt(now), tellAt(now), tellAt(now)]);
    expect(await told()).toEqual(['1 started', '1 completed']);
    // Somebody who found the site due, and then came late.
    for (const upTo of [TEN + MINUTE, now]) await store.write('settleEntries', { siteId: SITE, now, upTo });
    expect(await told()).toEqual(['1 started', '1 completed']);
  });

  it('is a site that fell silent, once, and never for the silence of this service itself', async () => {
    await report();
    await tellAt(TEN + OFFLINE_AFTER);
    await tellAt(TEN + OFFLINE_AFTER + 1, TEN + 10);
    expect(await presence()).toEqual(['site.online']);
    await tellAt(TEN + OFFLINE_AFTER + 11, TEN + 10);
    await tellAt(TEN + OFFLINE_AFTER + 12, TEN + 10);
    expect(await presence()).toEqual(['site.online', 'site.offline']);
    expect((await all()).at(-1)).toMatchObject({ at: TEN + OFFLINE_AFTER + 500, data: { reason: 'silent' } });
    await report();
    expect(await presence()).toEqual(['site.online', 'site.offline', 'site.online']);
  });

  it('is told in time, however many sites changed just before', async () => {
    const sites = await addSites(400);
    for (const siteId of sites) await apply(siteId, siteId === sites.at(-1) ? [0.01, 0.05] : [60, 61]);
    await stepsUntil(TEN + 4_000);
    expect(await told()).toEqual(['0.01 missed']);
  });

  it('is told of an entry that was replaced as soon as it had begun, once', async () => {
    await set([1, 5], [5, 9]);
    await report();
    now = TEN + MINUTE + 10;
    await set([5, 9]);
    await stepsUntil(TEN + MINUTE + 1_000);
    expect(await told()).toEqual(['1 started']);
  });

  it('is an entry of a setpoint that was not followed, once, when the minute of its end is over', async () => {
    const half = MINUTE / 2;
    await set([1, 5], [5, 9.5], [9.5, 12]);
    for (let at = TEN; at < TEN + 11 * MINUTE; at += half) {
      now = at;
      await report(at < TEN + 5 * MINUTE ? 1 : 40);
    }
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
    await set([1, 5], [5, 9]);
    for (let at = TEN; at < TEN + 9 * MINUTE; at += MINUTE / 2) {
      now = at;
      await report(40);
      if (at === TEN + 3 * MINUTE) await set([5, 9]);
    }
    await tellAt(TEN + 90 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([9]);
    expect(await latest()).toMatchObject([{ state: 'deviating', endAt: instantOf(9) }]);
  });

  it('is judged though it was replaced after its end, before its minute was over', async () => {
    await set([1, 3], [3, 5.5]);
    for (now = TEN; now < TEN + 6 * MINUTE; now += MINUTE / 2) await report(40);
    now = TEN + 5.75 * MINUTE;
    await set([8, 9]);
    await tellAt(TEN + 5.9 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([3]);
    await Promise.all([tellAt(TEN + 6 * MINUTE), tellAt(TEN + 6 * MINUTE)]);
    await tellAt(TEN + 7 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([3, 5.5]);
  });

  it('is judged when a hold was taken off before its end, and not when it was held there', async () => {
    await set([1, 5], [5, 9]);
    for (let at = TEN; at < TEN + 9 * MINUTE; at += MINUTE / 2) {
      now = at;
      await report(40);
      if (at === TEN + 2 * MINUTE) await hold();
      if (at === TEN + 5 * MINUTE) await tellAt(at + 10);
      if (at === TEN + 5.5 * MINUTE) await release();
    }
    await tellAt(TEN + 9 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([9]);
  });

  it('is judged though it was set while its site was judged', async () => {
    await set([1, 2]);
    now = TEN + 3 * MINUTE;
    const follows = await store.read(readJudging, { siteId: SITE });
    if (follows === undefined) throw new Error('no site');
    await set([1, 5]);
    const judged = { siteId: SITE, now, follows, judgedTo: now, judgeAt: null, latest: [], events: [] };
    await store.write('settleFollowing', judged);
    await store.write('settleFollowing', judged);
    for (; now < TEN + 5 * MINUTE; now += MINUTE / 2) await report(40);
    await tellAt(TEN + 5 * MINUTE);
    expect((await deviations()).map(([end]) => end)).toEqual([5]);
  });

  it('goes on where a schedule changed too often to be judged', async () => {
    for (let at = TEN; at < TEN + 5 * MINUTE; at += MINUTE / 2) {
      now = at;
      await set([1, 5]);
      await report(40);
    }
    await tellAt(TEN + 6 * MINUTE, 0, 4);
    expect([await told(), await deviations()]).toEqual([['1 started', '1 completed'], []]);
  });

  async function deviations() {
    const events = (await all()).filter(({ type }) => type === 'following.deviating');
    return events.map(({ at, data: { measuredShare, meanErrorkW, withinShare } }) => [
      (at - TEN) / MINUTE,
      { measuredShare, meanErrorkW, withinShare },
    ]);
  }

  /** What is kept of the entries that were judged, whoever looks. */
  async function latest() {
    const clientId = randomUUID() as string as ClientId;
    await store.write('addClient', { clientId, clientName: 'c', scopes: ['sites:read'], secretHash: clientId, now });
    await store.write('putGrant', { clientId, siteId: SITE, canSchedule: false });
    return (await store.read(readOverviews, { clientId, siteIds: [SITE] }))[0]?.following;
  }

  async function tellAt(instant: number, listeningSince = 0, mostBatches = 50_000): Promise<void> {
    now = instant;
    // As it looks a little behind the clock.
    const telling = { ...tellingAt(instant + 500), offlineAfterMs: OFFLINE_AFTER + 500, listeningSince, mostBatches };
    await step(telling, '');
  }

  async function step(telling: Parameters<typeof tellSilence>[0] & Parameters<typeof tellFollowing>[0], after: string) {
    await tellEntries(telling);
    await tellFollowing(telling);
    return tellSilence(telling, after);
  }

  function tellingAt(instant: number) {
    return { store, tolerances, now: () => instant, offlineAfterMs: OFFLINE_AFTER, listeningSince: 0 };
  }

  /** The steps of the walk, one each 100 ms. */
  async function stepsUntil(end: number): Promise<void> {
    let after = '';
    for (; now <= end; now += 100) after = await step(tellingAt(now), after);
  }

  async function addSites(count: number): Promise<SiteId[]> {
    const ids = Array.from(
      { length: count },
      (_, index) => `00000000-0000-4000-8000-1${String(index).padStart(11, '0')}`,
    );
    const siteIds = ids as SiteId[];
    for (const siteId of siteIds) {
      const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
      await store.write('addSite', { siteId, siteName: 's', timeZone: 'UTC', controllerKey, now });
    }
    return siteIds;
  }

  async function all() {
    const { forgotten } = await store.read(readEventBounds, {});
    return (await store.read(readEvents, { after: forgotten, rows: 1_000 })).events;
  }

  async function told(): Promise<string[]> {
    const events = (await all()).filter(({ type }) => type.startsWith('entry.'));
    return events.map(({ type, data }) => {
      const minute = (Date.parse(String(data['startAt'])) - TEN) / MINUTE;
      return `${minute} ${type.replace('entry.', '')}${data['isLate'] === true ? ' late' : ''}`;
    });
  }

  async function presence(): Promise<string[]> {
    return (await all()).map(({ type }) => type).filter((type) => type.startsWith('site.o'));
  }

  async function set(...minutes: readonly (readonly [number, number])[]): Promise<void> {
    await apply(SITE, ...minutes);
  }

  async function apply(siteId: SiteId, ...minutes: readonly (readonly [number, number])[]): Promise<void> {
    const entries = minutes.map(([from, to]) => ({ startAt: instantOf(from), endAt: instantOf(to), value: 1 }));
    const batch = parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
    const ids = { batchId: randomUUID() as string as BatchId, clientId: randomUUID() as string as ClientId };
    await store.write('applySchedules', { siteId, ...ids, now, batch });
  }

  async function hold(): Promise<void> {
    const made = { madeBy: CLIENT, isOperators: true, clientId: null, asset: null, reason: null };
    await store.write('makeHold', { ...made, holdId: HOLD, siteId: SITE, now });
  }

  async function release(): Promise<void> {
    await store.write('releaseHold', { holdId: HOLD, clientId: CLIENT, now });
  }

  async function report(gridKw?: number): Promise<void> {
    sequence += 1;
    const revision = (await store.read(readRevision, { siteId: SITE })) ?? null;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: [] };
    const measurements = gridKw === undefined ? [] : [{ asset: 'grid', powerKw: gridKw, socPercent: null } as const];
    const texts = { tree: '{}', assets: JSON.stringify(unknownAssets()), ratings: '' };
    await store.write('recordReport', { siteId: SITE, now, ...said, devices: { ...texts, measurements } });
  }
});
