import { ordinalOf, type PairName, type ScheduleEntry } from '@setpoint/contract';
import type { CommandText, SetTexts } from '../command-text/command-text.ts';
import { readCommand } from '../command-text/read-command.ts';

/** How one pair differs: the entries that are new, and those that are gone. */
export interface ScheduleChange {
  readonly pair: PairName;
  readonly added: readonly ScheduleEntry[];
  readonly removed: readonly ScheduleEntry[];
}

/** The pairs that differ, in the catalogue's order. Entries are the same if they are written the same. */
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

function entriesOf(text: CommandText | undefined): readonly ScheduleEntry[] {
  return text === undefined ? [] : readCommand(text).entries;
}

function without(entries: readonly ScheduleEntry[], others: readonly ScheduleEntry[]): ScheduleEntry[] {
  const written = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !written.has(JSON.stringify(entry)));
}
