import { BEFORE_END, BEFORE_START } from './command-text.ts';

const DATE = '2030-01-01'.length;
const SECONDS = '2030-01-01T10:00:00'.length;
/** Where the first instant begins in an entry without its braces. */
const START = BEFORE_START.length - '{'.length;

/**
 * Whether the instants of all entries have the same fraction and offset. If so, two entries are the same
 * exactly if their texts are, and their texts sort as their instants do.
 */
export function areWrittenAlike(entries: readonly string[], others: readonly string[]): boolean {
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
