import type { DaySeries, ScheduleEntry, StepSeries } from '@setpoint/contract';
import { dayBounds } from '../time/day-bounds.ts';
import { explainBadInstant } from '../time/explain-bad-instant.ts';
import { instantText } from '../time/instant-text.ts';
import { parseInstant } from '../time/parse-instant.ts';

/** Entries in UTC, and from when until when their values are, gaps included. */
export type Expanded =
  | {
      readonly kind: 'entries';
      readonly entries: ScheduleEntry[];
      readonly window: { readonly from: string; readonly to: string };
    }
  | Refused;

/** The field that is wrong, and why. */
export interface Refused {
  readonly kind: 'refused';
  readonly field: string;
  readonly text: string;
}

const MINUTE_MS = 60_000;
const LAST_MS = Date.UTC(10_000, 0, 1) - 1;

/** The entries of values that follow each other, in UTC; null leaves a gap. */
export function expandSteps({ startAt, stepMinutes, values }: StepSeries): Expanded {
  const startMs = parseInstant(startAt);
  if (startMs === undefined) return refused('startAt', explainBadInstant(startAt));
  if (startMs + values.length * stepMinutes * MINUTE_MS > LAST_MS)
    return refused('values', 'reach beyond the year 9999');
  return entriesOf(startMs, stepMinutes, values);
}

/** The same for all of a day in a time zone: that of the site, if it names none. */
export function expandDay({ day, timeZone, resolution, values }: DaySeries, zoneOfSite?: string): Expanded {
  const grid = dayGrid({ day, timeZone: timeZone ?? zoneOfSite, resolution });
  if (grid.kind === 'refused') return grid;
  if (values.length !== grid.count) return refused('values', countText(grid, values.length));
  return entriesOf(grid.fromMs, resolution, values);
}

/** A day of the calendar, and the intervals that it has. */
export interface DayGrid {
  readonly kind: 'grid';
  readonly day: string;
  readonly timeZone: string;
  readonly resolution: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

interface NamedDay {
  readonly day: string;
  readonly timeZone: string | undefined;
  readonly resolution: number;
}

/** The intervals of a day; what is wrong with it, if it has none. */
export function dayGrid({ day, timeZone, resolution }: NamedDay): DayGrid | Refused {
  if (timeZone === undefined) return refused('timeZone', 'missing; name the time zone of the day');
  const bounds = dayBounds(day, timeZone);
  switch (bounds.kind) {
    case 'no_date':
      return refused('day', `${shown(day)} is no date from 1970 on, such as 2027-03-28`);
    case 'no_zone':
      return refused('timeZone', `${shown(timeZone)} is not the name of a time zone, such as Europe/Berlin`);
    case 'left_out':
      return refused('day', `there was no ${day} in ${timeZone}: its clock went past it`);
    case 'day':
      break;
  }
  const minutes = (bounds.toMs - bounds.fromMs) / MINUTE_MS;
  const count = minutes / resolution;
  if (Number.isInteger(count)) return { ...bounds, kind: 'grid', day, timeZone, resolution, count };
  const text = `${day} in ${timeZone} has ${minutes} minutes, which ${resolution} does not divide`;
  return refused('resolution', text);
}

/** That a day takes another number of values. */
export function countText({ day, timeZone, resolution, count }: DayGrid, given: number): string {
  return `${day} in ${timeZone} has ${count} intervals of ${resolution} minutes; there are ${given} values`;
}

function entriesOf(startMs: number, minutes: number, values: StepSeries['values']): Expanded {
  const at = (index: number) => instantText(startMs + index * minutes * MINUTE_MS);
  const entries = values.flatMap((value, index) =>
    value === null ? [] : [{ startAt: at(index), endAt: at(index + 1), value }],
  );
  return { kind: 'entries', entries, window: { from: at(0), to: at(values.length) } };
}

function refused(field: string, text: string): Refused {
  return { kind: 'refused', field, text };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
