import { type Asset, ASSETS } from '@setpoint/contract';
import type { AssetMeans } from './add-to-means.ts';
import type { StoredMeans } from './measured-slots.ts';

const MS_PER_MINUTE = 60_000;

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
