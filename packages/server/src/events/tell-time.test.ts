import { randomUUID } from 'node:crypto';
import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch, unknownAssets } from '@setpoint/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORE_KINDS, type TestStore } from '../store/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readEventBounds, readEvents } from '../store/transactions/read-events.ts';
import { readOverviews } from '../store/transactions/read-overview.ts';
import { readRevision } from '../store/transactions/read-schedule.ts';
import { listClockedSites } from '../store/transactions/settle-clock.ts';
import { tellSomeSites } from './tell-time.ts';

const TEN = Date.UTC(2030, 0, 1, 10);
const MINUTE = 60_000;
const OFFLINE_AFTER = 90_000;
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;

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

  it('is told of all sites when many change at once, a few at a time', async () => {
    const sites = Array.from(
      { length: 45 },
      (_, index) => `00000000-0000-4000-8000-1${String(index).padStart(11, '0')}`,
    );
    for (const [index, site] of sites.entries()) {
      const controllerKey = { keyId: randomUUID(), keyHash: randomUUID() };
      const siteId = site as SiteId;
      await store.write('addSite', { siteId, siteName: `${index}`, timeZone: 'UTC', controllerKey, now });
    }
    await tellAt(TEN + 1);
    for (const site of sites) await apply(site as SiteId, [1, 2]);
    await tellAt(TEN + 1_000);
    const listed = (await store.read(listClockedSites, { after: '', limit: 99, upTo: TEN, silentBefore: 0 })).sites;
    expect(listed.filter(({ version, mark }) => mark?.version !== version)).toHaveLength(35);
    for (const minute of [3, 4, 5, 6, 7, 8]) await tellAt(TEN + minute * MINUTE);
    expect(await told()).toEqual(sites.map(() => '1 missed'));
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
    // As it looks a little behind the clock.
    now = instant;
    const telling = {
      store,
      tolerances,
      mostChanged: 10,
      now: () => instant + 500,
      offlineAfterMs: OFFLINE_AFTER + 500,
      listeningSince,
      mostBatches,
    };
    await tellSomeSites(telling, '');
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

  async function report(gridKw?: number): Promise<void> {
    sequence += 1;
    const revision = (await store.read(readRevision, { siteId: SITE })) ?? null;
    const said = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: [] };
    const measurements = gridKw === undefined ? [] : [{ asset: 'grid', powerKw: gridKw, socPercent: null } as const];
    const texts = { tree: '{}', assets: JSON.stringify(unknownAssets()), ratings: '' };
    await store.write('recordReport', { siteId: SITE, now, ...said, devices: { ...texts, measurements } });
  }
});
