import { type Asset, ASSETS } from '@setpoint/contract';
import type { Means, AssetMeans } from './add-to-means.ts';

const MS_PER_MINUTE = 60_000;
const QUARTER_MS = 15 * MS_PER_MINUTE;

/** The means of a minute or a quarter of an hour. */
export interface StoredMeans {
  readonly slotAt: number;
  readonly minutes: number;
  readonly means: Means;
}

/** The mean power of one asset over a stretch of time, and how much of it was measured. */
export interface MeasuredSlot {
  readonly fromMs: number;
  readonly toMs: number;
  readonly powerKw: number;
  readonly measuredMs: number;
}

/** What was measured of an asset, in order: minutes, or quarters of an hour where minutes are no longer kept. */
export function measuredSlots(stored: readonly StoredMeans[], asset: Asset): MeasuredSlot[] {
  const quarterOf = ({ slotAt }: StoredMeans) => Math.floor(slotAt / QUARTER_MS);
  const withMinutes = new Set(stored.filter(({ minutes }) => minutes === 1).map(quarterOf));
  const slots = stored.flatMap((row): MeasuredSlot[] => {
    const power = row.means[asset]?.powerKw;
    if (power === undefined || (row.minutes !== 1 && withMinutes.has(quarterOf(row)))) return [];
    const [, powerKw, minutes] = power;
    const lengthMs = row.minutes * MS_PER_MINUTE;
    const measuredMs = minutes === undefined ? lengthMs : bitsOf(minutes) * MS_PER_MINUTE;
    return [{ fromMs: row.slotAt, toMs: row.slotAt + lengthMs, powerKw, measuredMs }];
  });
  return slots.sort((one, other) => one.fromMs - other.fromMs);
}

function bitsOf(minutes: number): number {
  let count = 0;
  for (let rest = minutes; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/** Joins means into those of longer stretches, aligned to the clock; each value has the same weight. */
export function joinMeans(stored: readonly StoredMeans[], minutes: number): StoredMeans[] {
  const lengthMs = minutes * MS_PER_MINUTE;
  const groups = Map.groupBy(stored, ({ slotAt }) => slotAt - (slotAt % lengthMs));
  return [...groups].map(([slotAt, rows]) => {
    const all = rows.map(({ means }) => means);
    const joined = ASSETS.flatMap((asset): [Asset, AssetMeans][] => {
      const powerKw = meanOf(all.map((means) => means[asset]?.powerKw));
      const socPercent = meanOf(all.map((means) => means[asset]?.socPercent));
      if (powerKw === undefined && socPercent === undefined) return [];
      return [[asset, { ...(powerKw && { powerKw }), ...(socPercent && { socPercent }) }]];
    });
    return { slotAt, minutes, means: Object.fromEntries(joined) };
  });
}

type Mean = NonNullable<AssetMeans['powerKw']>;

function meanOf(means: readonly (Mean | undefined)[]): Mean | undefined {
  const known = means.filter((mean) => mean !== undefined);
  const count = known.reduce((sum, [each]) => sum + each, 0);
  return count === 0 ? undefined : [count, known.reduce((sum, [each, mean]) => sum + mean * (each / count), 0)];
}
