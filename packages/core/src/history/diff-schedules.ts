import type { AssetScheduleCommand, PairName, ScheduleEntry } from '@setpoint/contract';
import { ordinalOf, type SetTexts } from './replay-batch.ts';

/** What became different in one pair: entries that were not there before, and entries that are there no longer. */
export interface ScheduleChange {
  readonly pair: PairName;
  readonly added: readonly ScheduleEntry[];
  readonly removed: readonly ScheduleEntry[];
}

/** The pairs that differ, in the catalogue's order; an entry is the same when it is written the same. */
export function diffSchedules(before: SetTexts, after: SetTexts): ScheduleChange[] {
  const pairs = [...new Set([...before.keys(), ...after.keys()])];
  return pairs
    .filter((pair) => before.get(pair) !== after.get(pair))
    .sort((one, other) => ordinalOf(one) - ordinalOf(other))
    .map((pair) => {
      const earlier = entriesOf(before.get(pair));
      const later = entriesOf(after.get(pair));
      return { pair, added: without(later, earlier), removed: without(earlier, later) };
    });
}

function entriesOf(text: string | undefined): readonly ScheduleEntry[] {
  return text === undefined ? [] : (JSON.parse(text) as AssetScheduleCommand).entries;
}

function without(entries: readonly ScheduleEntry[], others: readonly ScheduleEntry[]): ScheduleEntry[] {
  const written = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !written.has(JSON.stringify(entry)));
}
