import type { Interval } from '../time/series.ts';
import { BEFORE_END, BEFORE_START, type CommandText } from './command-text.ts';
import { storedInstant } from './read-command.ts';

type Span = Omit<Interval, 'value'>;

/** The first entry that ends after an instant. */
export function entryEndingAfter(text: CommandText, at: number): Span | undefined {
  return findEndingAfter(text, at)?.span;
}

interface Found {
  /** Where the entry begins in the text. */
  readonly place: number;
  readonly span: Span;
}

/** The same with its place in the text. */
export function findEndingAfter(text: CommandText, at: number): Found | undefined {
  let found: Found | undefined;
  let low = text.indexOf(BEFORE_START);
  let high = text.length;
  // Usually all entries lie ahead, so the first one is tried first.
  let place = low;
  // A binary search over the characters, which reads only the entries that it lands on.
  while (low !== -1 && low < high) {
    const endMs = instantAfter(text, BEFORE_END, place);
    if (endMs > at) {
      const startMs = instantAfter(text, BEFORE_START, place);
      found = { place, span: { startMs, endMs } };
      if (startMs <= at) return found;
      high = place;
    } else low = text.indexOf(BEFORE_START, place + 1);
    place = text.lastIndexOf(BEFORE_START, (low + high) >>> 1);
  }
  return found;
}

/** When the last entry ends. */
export function lastEndOf(text: CommandText): number {
  return instantAfter(text, BEFORE_END, text.lastIndexOf(BEFORE_END));
}

function instantAfter(text: CommandText, mark: string, from: number): number {
  const begin = text.indexOf(mark, from) + mark.length;
  return storedInstant(text.slice(begin, text.indexOf('"', begin)));
}
