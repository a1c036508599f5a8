import type { AssetScheduleCommand } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { devicesOf, openSiteStory, type SiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { setSchedules } from '../../../testing/set-schedules.ts';
import { recordReport, type RecordReportInput } from '../reports/record-report.ts';
import { readRevision } from '../snapshots/read-schedule.ts';

const RATED = { ratedPowerUpperLimitkW: 100, ratedPowerLowerLimitkW: -100 };
const nothing = async () => undefined;
const STEPS = [40, -30, 20, -50, 30, 0, 40, -20, 30, -40];

/** A load that never stands still. */
const loadKw = (second: number) => 60 + Math.sin(second * 12.9898) * 2;

describe.each(STORE_KINDS)('powers that cannot be true, on %s', (kind) => {
  let site: SiteStory;
  const troubles = () => site.troubles();
  const told = () => site.toldOfTroubles('code', 'reason', 'isOver');
  let sequence: number;

  beforeEach(async () => {
    sequence = 0;
    site = await openSiteStory(kind);
    await set([{ asset: 'bess', type: 'activePowerkW', entries: STEPS.map(entryOf) }]);
  });

  it('are told with their reason, and over when the meter shows the storage again', async () => {
    for (let step = 0; step < 4; step += 1) await report(step, { gridKw: loadKw(step) });
    expect(await troubles()).toMatchObject([{ code: 'implausible', asset: 'bess', reason: 'order_echoed' }]);
    for (let step = 4; step < 9; step += 1) await report(step);
    expect(await troubles()).toEqual([]);
    expect(await told()).toEqual([
      ['implausible', 'order_echoed', false],
      ['implausible', 'order_echoed', true],
    ]);
  });

  it('are told of a meter that stands still while the storage moves', async () => {
    for (let step = 0; step < 4; step += 1) await report(step, { gridKw: 41.257 });
    expect(await told()).toEqual([['implausible', 'power_frozen', false]]);
  });

  it('include a charge that stands still while the storage gives power', async () => {
    await setAll('grid', 'activePowerkW', 60);
    for (let step = 0; step < 30; step += 1) await report(step, { gridKw: loadKw(step), soc: 50, bessKw: 30 });
    expect(await troubles()).toMatchObject([{ code: 'implausible', asset: 'bess', reason: 'soc_stuck' }]);
  });

  it.each<[string, () => Promise<unknown>, Partial<RecordReportInput>]>([
    ['the connection point has a setpoint', () => setAll('grid', 'activePowerkW', 60), {}],
    ['the site is at its limit', () => setAll('grid', 'upperLimitkW', 62), {}],
    ['the setpoint of the storage is held', () => site.hold(), {}],
    ['the controller rejects it', nothing, { rejected: [{ asset: 'bess', type: 'activePowerkW', code: 'internal' }] }],
    ['its controller has not got it', nothing, { revision: null }],
    ['it is served in part', nothing, { limited: [{ asset: 'bess', type: 'activePowerkW', by: 'limit', kW: 1 }] }],
  ])('are no lie where %s: the storage need not follow it', async (_name, prepare, said) => {
    await prepare();
    for (let step = 0; step < 6; step += 1) await report(step, { gridKw: loadKw(step), ...said });
    expect((await told()).filter(([code]) => code === 'implausible')).toEqual([]);
  });

  function entryOf(value: number, step: number) {
    const startMs = TEN + step * 30_000;
    return { startAt: new Date(startMs).toISOString(), endAt: new Date(startMs + 30_000).toISOString(), value };
  }

  async function setAll(asset: 'grid', type: 'activePowerkW' | 'upperLimitkW', value: number): Promise<void> {
    await set([{ asset, type, entries: STEPS.map((_, step) => entryOf(value, step)) }]);
  }

  async function set(schedules: AssetScheduleCommand[]): Promise<void> {
    await setSchedules(site.store, site.siteId, { now: TEN - 60_000, schedules });
  }

  type Reported = Partial<RecordReportInput> & { gridKw?: number; bessKw?: number; soc?: number | null };

  /** In the middle of a step; the storage does what it is told. */
  async function report(step: number, { gridKw, soc = null, ...said }: Reported = {}) {
    const { siteId, store, clock } = site;
    clock.now = TEN + step * 30_000 + 15_000;
    sequence += 1;
    const { bessKw = STEPS[step] ?? 0, ...says } = said;
    const bess = { id: 'b', type: 'bess' as const, ...RATED, availableStorageCapacitykWh: 100, soc };
    const measurements = [
      { asset: 'grid', powerKw: gridKw ?? loadKw(step) - bessKw, socPercent: null } as const,
      { asset: 'bess', powerKw: bessKw, socPercent: null } as const,
    ];
    const devices = devicesOf(measurements, { bess });
    const revision = (await store.read(readRevision, { siteId })) ?? null;
    const plain = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: [], devices };
    await store.write(recordReport, { siteId, now: clock.now, ...plain, ...says });
  }
});
