import { areWrittenAlike } from './are-written-alike.ts';
import { carryEntries } from './carry-entries.ts';
import { changedEntries } from './changed-entries.ts';
import type { CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';
import { entryFactsOf, type StoredCommand } from './entry-facts-of.ts';
import { type FirstSet, type FirstSetText, readFirstSet, writeAllNew, writeFirstSet } from './first-set.ts';
import { seriesOf } from './read-command.ts';

/** The batch that sets a command, and when. */
export interface SetMark {
  readonly version: number;
  readonly at: number;
}

//  before       a     b     c           e     a and e are text that both share at their ends.
//  text         a     b'    c     d     e     The part between is cut into entries, and of these
//  first set    kept  now   kept  now   kept  only c is found again: the others are set now.
/** Says when each entry of a new text was first set: an entry that did not change keeps what is known of it. */
export function carryFirstSet(
  before: StoredCommand | undefined,
  text: CommandText,
  { version, at }: SetMark,
): FirstSetText {
  const now: FirstSet = { firstVersion: version, firstSetAt: at };
  if (before === undefined) return writeAllNew(countEntries(text), now);
  const known = readFirstSet(before.firstSet);
  const { start, gone, come } = changedEntries(before.text, text, known.length);
  // Rare: the same entry may then be written in two ways, so both commands are parsed as a whole.
  if (!areWrittenAlike(come, gone)) return writeFirstSet(carryEntries(entryFactsOf(before), seriesOf(text), now));
  const end = start + gone.length;
  const carried = carryByText(gone, come, (index) => known[start + index]);
  return writeFirstSet([...known.slice(0, start), ...carried.map((first) => first ?? now), ...known.slice(end)]);
}

// Both are in the order of time, and so are their texts: one walk finds each entry that is still there.
function carryByText(
  gone: readonly string[],
  come: readonly string[],
  firstOf: (index: number) => FirstSet | undefined,
): (FirstSet | undefined)[] {
  let at = 0;
  return come.map((entry) => {
    while (at < gone.length && (gone[at] ?? '') < entry) at += 1;
    return gone[at] === entry ? firstOf(at) : undefined;
  });
}
