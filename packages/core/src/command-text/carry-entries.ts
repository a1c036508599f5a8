import type { Interval, Series } from '../time/series.ts';
import type { FirstSet } from './first-set.ts';

/** An entry, and the version that first set it in this form. */
export interface EntryFacts extends Interval, FirstSet {}

/** The entries of a command that is set again; those that did not change keep their first version. */
export function carryEntries(before: readonly EntryFacts[], series: Series, now: FirstSet): EntryFacts[] {
  const known = new Map(before.map((entry) => [entry.startMs, entry]));
  return series.map((interval) => {
    const earlier = known.get(interval.startMs);
    const isSame = earlier?.endMs === interval.endMs && earlier.value === interval.value;
    return isSame ? earlier : { ...interval, ...now };
  });
}
