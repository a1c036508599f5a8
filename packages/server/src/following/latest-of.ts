import type { LatestFollowing } from '@setpoint/contract';
import { type EntryFollowing, instantText } from '@setpoint/core';
import type { Judgement } from './deviating-run.ts';
import type { JudgedEntry } from './note-following.ts';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';

/** For each asset the entry that ended last, as the overview shows it, with how all of them were followed in order. */
export function latestOf(judged: readonly EntryFollowing[]): JudgedEntry[] {
  const inOrder = judged.toSorted((one, other) => one.entry.endMs - other.entry.endMs);
  return [...Map.groupBy(inOrder, ({ asset }) => asset)].flatMap(([asset, ofAsset]) => {
    const last = ofAsset.at(-1);
    if (last === undefined) return [];
    const { entry, state, meanErrorKw } = last;
    const shown: LatestFollowing = {
      asset,
      state,
      startAt: instantText(entry.startMs),
      endAt: instantText(entry.endMs),
      value: entry.value,
      meanErrorkW: toThousandthsOrNull(meanErrorKw),
    };
    return [{ asset, endAt: entry.endMs, text: JSON.stringify(shown), judgements: ofAsset.map(judgementOf) }];
  });
}

const judgementOf = ({ state, judgedFrom, judgedUntil }: EntryFollowing): Judgement => ({
  state,
  fromAt: judgedFrom,
  endAt: judgedUntil,
});
