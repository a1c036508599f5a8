import type { Interval, Series } from '../time/series.ts';

/** An entry, and when it was first set in this form. */
export interface EntryFacts extends Interval {
  /** The version of the schedule that first held it. */
  readonly firstVersion: number;
  readonly firstSetAt: number;
}

/** The entries of a command that is set again: one that is the same as before keeps its beginnings. */
export function carryEntries(
  before: readonly EntryFacts[],
  series: Series,
  set: { readonly version: number; readonly at: number },
): EntryFacts[] {
  const known = new Map(before.map((entry) => [entry.startMs, entry]));
  return series.map((interval) => {
    const earlier = known.get(interval.startMs);
    const isSame = earlier?.endMs === interval.endMs && earlier.value === interval.value;
    return isSame ? earlier : { ...interval, firstVersion: set.version, firstSetAt: set.at };
  });
}
