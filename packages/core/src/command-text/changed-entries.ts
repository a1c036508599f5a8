import { BEFORE_START, BETWEEN_ENTRIES, type CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';
import { sharedEnds } from './shared-ends.ts';

/** The entries in which two texts of one pair differ. */
export interface ChangedEntries {
  /** How many entries precede the first that differs. */
  readonly start: number;
  /** The texts of what the earlier command has from there on, and of what the later has; without braces. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

const AFTER_ENTRIES = ']}';

//  earlier    …[{a},{b},{c1},{e}]}          The texts are the same up to the middle of some entry, here c,
//  later      …[{a},{b},{c2},{d},{e}]}      and again from the middle of one on. Each of these ends is cut
//              shared   |from     |tail     back to whole entries: gone is c1, come are c2 and d.
/** Finds the entries that changed; `count` is the number of entries of the earlier command. */
export function changedEntries(earlier: CommandText, later: CommandText, count: number): ChangedEntries {
  const shared = sharedEnds(earlier, later);
  const from = earlier.lastIndexOf(BEFORE_START, shared.start);
  const next = earlier.indexOf(BEFORE_START, earlier.length - shared.end);
  const tail = next === -1 ? AFTER_ENTRIES.length : earlier.length - next + ','.length;
  const gone = entryTexts(earlier.slice(from, earlier.length - tail));
  const come = entryTexts(later.slice(from, later.length - tail));
  // Counted at the shorter end.
  const start =
    from <= tail
      ? countEntries(earlier.slice(0, from))
      : count - gone.length - countEntries(earlier.slice(earlier.length - tail));
  return { start, gone, come };
}

function entryTexts(entries: string): string[] {
  return entries.slice('{'.length, -'}'.length).split(BETWEEN_ENTRIES);
}
