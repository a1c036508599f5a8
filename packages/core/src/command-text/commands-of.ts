import { type AssetScheduleCommand, type PairName, pairName } from '@setpoint/contract';
import { type Series, seriesOfEntries } from '../time/series.ts';
import type { Commands } from '../time/values-at.ts';

/** What is set, of the texts that a GET lists: known to be well-formed and in order. */
export function commandsOf(texts: Iterable<string>): Commands {
  const commands = new Map<PairName, Series>();
  for (const text of texts) {
    const { asset, type, entries } = JSON.parse(text) as AssetScheduleCommand;
    commands.set(pairName(asset, type), seriesOfEntries(entries));
  }
  return commands;
}
