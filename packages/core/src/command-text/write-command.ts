import type { PairNames, ScheduleEntry } from '@setpoint/contract';
import { BEFORE_END, BEFORE_START, BEFORE_VALUE, type CommandText } from './command-text.ts';

// Written by hand because it is the hottest line of a POST: instants are ASCII without quotes by their grammar.
/** Writes a command whose entries are in order and whose instants have been read. */
export function writeCommand({ asset, type }: PairNames, entries: readonly Readonly<ScheduleEntry>[]): CommandText {
  const written = entries.map(({ startAt, endAt, value }) => {
    return `${BEFORE_START}${startAt}${BEFORE_END}${endAt}${BEFORE_VALUE}${JSON.stringify(value)}}`;
  });
  // Joined, it is one piece of memory; added up, it would keep all its pieces.
  return [`{"asset":"${asset}","type":"${type}","entries":[`, written.join(','), ']}'].join('');
}
