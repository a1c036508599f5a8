import { type AssetScheduleCommand, namesOfPair, type PairName, type ScheduleEntry } from '@setpoint/contract';
import { parseInstant } from '../src/time/parse-instant.ts';
import type { Series } from '../src/time/series.ts';

const DAY = '2026-06-01';

/** For tests: a command written as a person would, `write('grid/activePowerkW', '00-04: 500, 04:15-08: -20')`. */
export function write(pair: PairName, hours: string): AssetScheduleCommand {
  return { ...namesOfPair(pair), entries: entriesOf(hours) };
}

/** For tests: the same hours as the series that the rules work with. */
export function series(hours: string): Series {
  return entriesOf(hours).map(({ startAt, endAt, value }) => ({
    startMs: parseInstant(startAt) ?? Number.NaN,
    endMs: parseInstant(endAt) ?? Number.NaN,
    value,
  }));
}

/** For tests: the text of an hour of that day, `04` or `04:15`. */
export function at(hour: string): string {
  return `${DAY}T${hour.includes(':') ? hour : `${hour}:00`}:00Z`;
}

function entriesOf(hours: string): ScheduleEntry[] {
  return hours
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) => {
      const [range = '', value = ''] = part.split(': ');
      const [from = '', to = ''] = range.split('-');
      return { startAt: at(from), endAt: at(to), value: Number(value) };
    });
}
