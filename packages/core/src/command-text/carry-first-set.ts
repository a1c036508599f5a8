import { carryEntries } from './carry-entries.ts';
import { changedEntries } from './changed-entries.ts';
import { BEFORE_END, BEFORE_START, type CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';
import { entryFactsOf, type StoredCommand } from './entry-facts-of.ts';
import { type FirstSet, type FirstSetText, readFirstSet, writeAllNew, writeFirstSet } from './first-set.ts';
import { seriesOf } from './read-command.ts';

const DATE = '2030-01-01'.length;
const SECONDS = '2030-01-01T10:00:00'.length;
/** Where the first instant begins in an entry without its braces. */
const START = BEFORE_START.length - '{'.length;

/**
 * Whether the instants of all entries have the same fraction and offset. If so, two entries are the same
 * exactly if their texts are, and their texts sort as their instants do.
 */
function areWrittenAlike(entries: readonly string[], others: readonly string[]): boolean {
  const [first = ''] = entries;
  const ending = first.slice(START + SECONDS, first.indexOf('"', START) + 1);
  const end = START + SECONDS + ending.length + BEFORE_END.length - 1;
  const isAlike = (entry: string) =>
    entry[START + DATE] === 'T' &&
    entry.startsWith(ending, START + SECONDS) &&
    entry[end + DATE] === 'T' &&
    entry.startsWith(ending, end + SECONDS);
  return entries.every(isAlike) && others.every(isAlike);
}

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
