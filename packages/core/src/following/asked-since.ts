import type { Ratings } from '../devices/rating.ts';
import { bessTargetAt } from '../plan/bess-at.ts';
import { gridTargetAt } from '../plan/grid-at.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import type { FollowingAsset } from './tolerance.ts';

/** What an asset was to do from an instant on, until the next; null for its own mode. */
export interface Asked {
  readonly atMs: number;
  readonly powerKw: number | null;
}

/** The target of an asset at any instant, by what is set and ordered. */
export function targetAt(asset: FollowingAsset, laid: Commands, ratings: Ratings) {
  return (atMs: number): number | null => {
    const values = valuesAt(laid, atMs);
    return asset === 'grid' ? gridTargetAt(values, ratings.grid) : bessTargetAt(values, ratings.bess);
  };
}

/** What an asset was to do over a stretch of time up to and including its end, from change to change. */
export function askedSince(
  asset: FollowingAsset,
  laid: Commands,
  { ratings, fromMs, toMs }: { readonly ratings: Ratings; readonly fromMs: number; readonly toMs: number },
): Asked[] {
  const changes = new Set([fromMs]);
  for (const pieces of laid.values()) {
    for (const { startMs, endMs } of pieces) {
      if (startMs > fromMs && startMs <= toMs) changes.add(startMs);
      if (endMs > fromMs && endMs <= toMs) changes.add(endMs);
    }
  }
  const at = targetAt(asset, laid, ratings);
  return [...changes].toSorted((one, other) => one - other).map((atMs) => ({ atMs, powerKw: at(atMs) }));
}
