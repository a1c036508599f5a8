import type { Assets, ClientId, HoldId, SiteId } from '@setpoint/contract';
import { unknownAssets } from '@setpoint/core';
import { readDelivery } from '../src/delivery/read-delivery.ts';
import { readEventBounds, readEvents } from '../src/events/read-events.ts';
import { splitTree } from '../src/sites/split-tree.ts';
import { fleetEventOf } from '../src/events/sse-text.ts';
import { eventFaults } from './event-faults.ts';
import { readRevision } from '../src/gateway/snapshots/read-schedule.ts';
import { storeOfTest, type StoreKind } from './open-test-store.ts';
import { newSite } from './new-site.ts';
import { setSchedules } from './set-schedules.ts';
import { makeHold } from '../src/holds/make-hold.ts';
import { type RecordReportInput, recordReport } from '../src/gateway/reports/record-report.ts';
import { releaseHold } from '../src/holds/release-hold.ts';

/** For tests: when the story of a site begins. */
export const TEN = Date.UTC(2030, 0, 1, 10);
export const MINUTE = 60_000;
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const HOLD = '00000000-0000-4000-8000-000000000002' as string as HoldId;
const CLIENT = '00000000-0000-4000-8000-000000000003' as string as ClientId;

/** From minute to minute after ten. */
export type Minutes = readonly [from: number, to: number];

export type SiteStory = Awaited<ReturnType<typeof openSiteStory>>;

/** For tests: a site until the test is over, and what happens on it minute by minute on a clock of its own. */
export async function openSiteStory(kind: StoreKind) {
  const { store, query, untilHandedOut } = await storeOfTest(kind);
  const clock = { now: TEN };
  let sequence = 0;
  const addSite = (siteId: SiteId) => newSite(store, clock.now, { siteId });
  await addSite(SITE);

  async function setOn(siteId: SiteId, ...minutes: readonly Minutes[]): Promise<void> {
    const entries = minutes.map(([from, to]) => ({ startAt: instantOf(from), endAt: instantOf(to), value: 1 }));
    await setSchedules(store, siteId, {
      now: clock.now,
      schedules: [{ asset: 'grid', type: 'activePowerkW', entries }],
    });
  }

  async function report(gridKw?: number, said: Partial<RecordReportInput> = {}): Promise<void> {
    sequence += 1;
    const revision = (await store.read(readRevision, { siteId: SITE })) ?? null;
    const usual = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: [] };
    const measurements = gridKw === undefined ? [] : [{ asset: 'grid', powerKw: gridKw, socPercent: null } as const];
    await store.write(recordReport, {
      siteId: SITE,
      now: clock.now,
      ...usual,
      devices: devicesOf(measurements),
      ...said,
    });
  }

  async function hold(): Promise<void> {
    const made = { madeBy: CLIENT, isOperators: true, clientId: null, asset: null, reason: null };
    await store.write(makeHold, { ...made, holdId: HOLD, siteId: SITE, now: clock.now });
  }

  return {
    siteId: SITE,
    store,
    query,
    clock,
    addSite,
    /** Replaces the setpoints of the grid. */
    set: (...minutes: readonly Minutes[]) => setOn(SITE, ...minutes),
    setOn,
    report,
    hold,
    release: () => store.write(releaseHold, { holdId: HOLD, clientId: CLIENT, now: clock.now }),
    async troubles() {
      const read = { siteId: SITE, now: clock.now, offlineAfterMs: 90_000 };
      return (await store.read(readDelivery, read))?.troubles;
    },
    events,
    /** Of each event about a trouble, these of its fields. */
    async toldOfTroubles(...names: readonly string[]) {
      const told = (await events()).filter(({ type }) => type === 'site.trouble');
      return told.map(({ data }) => names.map((name) => data[name]));
    },
  };
  async function events() {
    await untilHandedOut();
    const { forgotten } = await store.read(readEventBounds, {});
    const { events: all } = await store.read(readEvents, { after: forgotten, rows: 1_000 });
    const faults = eventFaults(all.map(fleetEventOf));
    if (faults.length > 0) throw new Error(`an event is not as described: ${JSON.stringify(faults)}`);
    return all;
  }
}

export function instantOf(minute: number): string {
  return new Date(TEN + minute * MINUTE).toISOString();
}

type Devices = NonNullable<RecordReportInput['devices']>;

/** What a report says of devices: what they measure, and what is known of some groups. */
export function devicesOf(measurements: Devices['measurements'], assets: Partial<Assets> = {}): Devices {
  const limits = { ratedPowerUpperLimitkW: 1_000, ratedPowerLowerLimitkW: -1_000 };
  const measured = measurements.map(({ asset, powerKw }) => [asset, { activePowerkW: powerKw, ...limits }]);
  const known = JSON.stringify({ ...unknownAssets(), ...Object.fromEntries(measured), ...assets });
  return { tree: splitTree('{}'), assets: known, ratings: '', unmeasured: [], measurements };
}
