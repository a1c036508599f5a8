import type { EntryFacts } from './carry-entries.ts';
import type { CommandText } from './command-text.ts';
import { type FirstSetText, readFirstSet, UNKNOWN } from './first-set.ts';
import { seriesOf } from './read-command.ts';

/** One command as it is stored. */
export interface StoredCommand {
  readonly text: CommandText;
  readonly firstSet: FirstSetText;
}

/** The entries of a stored command, each with the version that first set it. */
export function entryFactsOf({ text, firstSet }: StoredCommand): EntryFacts[] {
  const first = readFirstSet(firstSet);
  return seriesOf(text).map((interval, index) => ({ ...interval, ...(first[index] ?? UNKNOWN) }));
}
