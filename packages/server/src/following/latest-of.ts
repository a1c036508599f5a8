import type { LatestFollowing } from '@setpoint/contract';
import { type EntryFollowing, instantText } from '@setpoint/core';
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
      startAt: instantText(entry.startMs),
      endAt: instantText(entry.endMs),
      value: entry.value,
      meanErrorkW: toThousandthsOrNull(meanErrorKw),
    };
    return { asset, endAt: entry.endMs, text: JSON.stringify(shown) };
  });
}
