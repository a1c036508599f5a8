import { BEFORE_START, BETWEEN_ENTRIES, type CommandText } from './command-text.ts';
import { countEntries } from './count-entries.ts';

const CHUNKS = [4_096, 1_024, 256, 64];

/** How many characters two texts share at their start, and how many of the rest at their end. */
function sharedEnds(one: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  const start = sharedStart(one, other, most);
  return { start, end: sharedEnd(one, other, most - start) };
}

// Slices are compared at the speed of memory; single characters only within the last and smallest of them.
function sharedStart(one: string, other: string, most: number): number {
  let at = 0;
  for (const size of CHUNKS) {
    while (at + size <= most && one.slice(at, at + size) === other.slice(at, at + size)) at += size;
  }
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function sharedEnd(one: string, other: string, most: number): number {
  let at = 0;
  for (const size of CHUNKS) {
    while (at + size <= most && before(one, at, size) === before(other, at, size)) at += size;
  }
  while (at < most && one.charCodeAt(one.length - 1 - at) === other.charCodeAt(other.length - 1 - at)) at += 1;
  return at;
}

function before(text: string, fromEnd: number, size: number): string {
  return text.slice(text.length - fromEnd - size, text.length - fromEnd);
}

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
