import { carryEntries } from './carry-entries.ts';
import type { SetMark } from './carry-first-set.ts';
import type { StoredCommand } from './entry-facts-of.ts';
import { type FirstSet, type FirstSetText, readFirstSet, UNKNOWN, writeFirstSet } from './first-set.ts';
import { seriesOf } from './read-command.ts';
import type { SplicedText } from './splice-text.ts';

/**
 * Says when each entry of a spliced text was first set: outside of the window all entries keep what is known of them,
 * the cut ones too, and inside of it those that are set again as they were.
 */
export function carrySpliced(
  earlier: StoredCommand | undefined,
  { before, after, come, gone, goneFrom, version, at }: SplicedText & SetMark,
): FirstSetText {
  const known = earlier === undefined ? [] : readFirstSet(earlier.firstSet);
  const firstOf = (number: number): FirstSet => known[number] ?? UNKNOWN;
  const knownIn = ([start, end]: readonly [number, number]) =>
    Array.from({ length: end - start }, (_, number) => firstOf(start + number));
  const left = gone === null ? [] : seriesOf(gone).map((one, number) => ({ ...one, ...firstOf(goneFrom + number) }));
  const arrived = carryEntries(left, come === null ? [] : seriesOf(come), { firstVersion: version, firstSetAt: at });
  return writeFirstSet([...knownIn(before), ...arrived, ...knownIn(after)]);
}
