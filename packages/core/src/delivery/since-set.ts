import type { EntryFacts } from '../command-text/carry-entries.ts';
import type { Interval } from '../time/series.ts';

/** When an entry was in force: one that was set late, from then on. */
export function sinceSet({ startMs, endMs, value, firstSetAt }: EntryFacts): Interval {
  return { startMs: Math.max(startMs, firstSetAt), endMs, value };
}
