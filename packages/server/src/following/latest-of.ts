import type { LatestFollowing } from '@setpoint/contract';
import { type EntryFollowing, instantText } from '@setpoint/core';
import type { Judgement } from './deviating-run.ts';
import type { JudgedEntry } from './note-following.ts';
import { toThousandthsOrNull } from '../wire/to-thousandths.ts';

/** For each setpoint and limit the entry that ended last, as the overview shows it, with how all of them were followed in order. */
export function latestOf(judged: readonly EntryFollowing[]): JudgedEntry[] {
  const inOrder = judged.toSorted((one, other) => one.entry.endMs - other.entry.endMs);
  return [...Map.groupBy(inOrder, keyOf)].flatMap(([key, ofKey]) => {
    const last = ofKey.at(-1);
    if (last === undefined) return [];
    const { asset, type, entry, state, meanErrorKw, withinShare } = last;
    const shown: LatestFollowing = {
      asset,
      type,
      state,
      startAt: instantText(entry.startMs),
      endAt: instantText(entry.endMs),
      value: entry.value,
      meanErrorkW: toThousandthsOrNull(meanErrorKw),
      withinShare: toThousandthsOrNull(withinShare),
    };
    return [{ asset: key, endAt: entry.endMs, text: JSON.stringify(shown), judgements: ofKey.map(judgementOf) }];
  });
}

// A setpoint by its asset, a limit by its pair.
function keyOf({ asset, type }: EntryFollowing): string {
  return type === 'activePowerkW' ? asset : `${asset}/${type}`;
}

const judgementOf = ({ state, judgedFrom, judgedUntil }: EntryFollowing): Judgement => ({
  state,
  fromAt: judgedFrom,
  endAt: judgedUntil,
});
