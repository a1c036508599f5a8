import { BEFORE_START, BETWEEN_ENTRIES, type CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';
import { sharedEnds } from './shared-ends.ts';

/** Where two texts of one pair differ, in whole entries. */
export interface ChangedEntries {
  /** How many entries stand before the first that differs. */
  readonly start: number;
  /** The texts, without their braces, of the entries that only the earlier command has there, and only the later. */
  readonly gone: readonly string[];
  readonly come: readonly string[];
}

const AFTER_ENTRIES = ']}';

//  earlier  …[{a},{b},{c 1},{d},{e}]}    Both ends are shared up to some character within an entry,
//  later    …[{a},{b},{c 2},{x},{e}]}    and cut back from there to where an entry begins or ends.
//                    |from     |tail
/** Finds the part that changed; `count` is how many entries the earlier command has. */
export function changedEntries(earlier: CommandText, later: CommandText, count: number): ChangedEntries {
  const shared = sharedEnds(earlier, later);
  const from = earlier.lastIndexOf(BEFORE_START, shared.start);
  const next = earlier.indexOf(BEFORE_START, earlier.length - shared.end);
  const tail = next === -1 ? AFTER_ENTRIES.length : earlier.length - next + ','.length;
  const gone = entryTexts(earlier.slice(from, earlier.length - tail));
  const come = entryTexts(later.slice(from, later.length - tail));
  // Counted in the shorter end.
  const start =
    from <= tail
      ? countEntries(earlier.slice(0, from))
      : count - gone.length - countEntries(earlier.slice(earlier.length - tail));
  return { start, gone, come };
}

function entryTexts(entries: string): string[] {
  return entries.slice('{'.length, -'}'.length).split(BETWEEN_ENTRIES);
}
