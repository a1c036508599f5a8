import type { LatestFollowing } from '@setpoint/contract';
import type { EntryFollowing } from '@setpoint/core';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';

/** For each asset the entry that ended last, as the overview shows it. */
export function latestOf(judged: readonly EntryFollowing[]): { asset: string; endAt: number; text: string }[] {
  const latest = new Map<string, EntryFollowing>();
  for (const one of judged) {
    const known = latest.get(one.asset);
    if (known === undefined || known.entry.endMs <= one.entry.endMs) latest.set(one.asset, one);
  }
  return [...latest.values()].map((one) => {
    const { asset, entry, state, meanErrorKw } = one;
    const shown: LatestFollowing = {
      asset,
      state,
      startAt: new Date(entry.startMs).toISOString(),
      endAt: new Date(entry.endMs).toISOString(),
      value: entry.value,
      meanErrorkW: toThousandthsOrNull(meanErrorKw),
    };
    return { asset, endAt: entry.endMs, text: JSON.stringify(shown) };
  });
}
