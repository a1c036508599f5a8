import { randomUUID } from 'node:crypto';
import { type Assets, type AssetScheduleCommand, namesOfPair, PATHS, type SiteId } from '@setpoint/contract';
import { instantText, type JudgedOrder, measurementsOf, ratingsText, unknownAssets } from '@setpoint/core';
import { clock, drawCommands } from '../../core/testing/draw-commands.ts';
import { type RecordReportInput, recordReport } from '../src/gateway/reports/record-report.ts';
import { splitTree } from '../src/sites/split-tree.ts';
import { at } from './asking-of.ts';
import type { World } from './open-world.ts';

/** For tests: midnight of the day that is drawn. */
export const MIDNIGHT = Date.UTC(2030, 0, 1);
export const DAY = 'from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z';

/** For tests: sets what is drawn. */
export async function setDrawn(world: World, siteId: SiteId, picture: string): Promise<void> {
  await world.done('POST', at(PATHS.schedules, siteId), { body: { schedules: drawSchedules(picture) } });
}

/** For tests: the controller of a site says what its groups are, and what it applied; resolves with what it should have. */
export async function reportAssets(
  { store, now }: World,
  siteId: SiteId,
  { revision = null, ...reported }: Partial<Assets> & { readonly revision?: string | null },
  watch?: RecordReportInput['watch'],
): Promise<{ readonly revision: string | null; readonly ordered?: readonly JudgedOrder[] }> {
  const assets = { ...unknownAssets(), ...reported };
  const texts = { tree: splitTree('{}'), assets: JSON.stringify(assets), ratings: ratingsText(assets) };
  const devices = { ...texts, unmeasured: [], measurements: measurementsOf(assets) };
  const said = { session: randomUUID(), sequence: 1, clockOffsetMs: 0, revision, rejected: [] };
  const outcome = await store.write(recordReport, { siteId, now: now(), ...said, devices, watch });
  return outcome.kind === 'site_missing' ? { revision: null } : outcome;
}

/** For tests: commands as they are drawn, one a line: `grid activePowerkW | 00-04 100, 04:15-08 -50`. */
export function drawSchedules(picture: string): AssetScheduleCommand[] {
  return [...drawCommands(picture)].map(([pair, drawn]) => {
    const entries = drawn.map(({ startMs, endMs, value }) => {
      return { startAt: instantText(startMs), endAt: instantText(endMs), value };
    });
    return { ...namesOfPair(pair), entries };
  });
}

/** For tests: the instant of a drawn time, `04` or `04:15`; `24` is the next midnight. */
export function clockText(drawn: string): string {
  return instantText(clock(drawn));
}

/** For tests: the groups of a site of which both ratings are the same in size. */
export function ratedAssets({ grid = 1_000, bess = 500, capacityKwh = 1_000, soc = 50 } = {}): Partial<Assets> {
  const rated = (size: number) => ({ ratedPowerUpperLimitkW: size, ratedPowerLowerLimitkW: -size });
  return {
    grid: { id: 'grid', type: 'grid', ...rated(grid) },
    bess: { id: 'bess', type: 'bess', ...rated(bess), availableStorageCapacitykWh: capacityKwh, soc },
    solar: { id: 'solar', type: 'solar', ratedPowerUpperLimitkW: 200, ratedPowerLowerLimitkW: 0 },
  };
}
