import type { DaySeries, ScheduleEntry, StepSeries } from '@setpoint/contract';
import { dayBounds } from '../time/day-bounds.ts';
import { instantProblem } from '../time/instant-problem.ts';
import { instantText } from '../time/instant-text.ts';
import { parseInstant } from '../time/parse-instant.ts';

export type Expanded =
  | { readonly kind: 'entries'; readonly entries: ScheduleEntry[] }
  /** The field that is wrong, and why. */
  | { readonly kind: 'refused'; readonly field: string; readonly text: string };

const MINUTE_MS = 60_000;
const LAST_MS = Date.UTC(10_000, 0, 1) - 1;

/** The entries of values that follow each other, in UTC; null leaves a gap. */
export function expandSteps({ startAt, stepMinutes, values }: StepSeries): Expanded {
  const startMs = parseInstant(startAt);
  if (startMs === undefined) return refused('startAt', instantProblem(startAt));
  if (startMs + values.length * stepMinutes * MINUTE_MS > LAST_MS)
    return refused('values', 'reach beyond the year 9999');
  return entriesOf(startMs, stepMinutes, values);
}

/** The same for all of a day in a time zone: that of the site, if it names none. */
export function expandDay({ day, timeZone, resolution, values }: DaySeries, zoneOfSite?: string): Expanded {
  const zone = timeZone ?? zoneOfSite;
  if (zone === undefined) return refused('timeZone', 'missing; name the time zone of the day');
  const bounds = dayBounds(day, zone);
  switch (bounds.kind) {
    case 'no_date':
      return refused('day', `${shown(day)} is no date from 1970 on, such as 2027-03-28`);
    case 'no_zone':
      return refused('timeZone', `${shown(zone)} is not the name of a time zone, such as Europe/Berlin`);
    case 'left_out':
      return refused('day', `there was no ${day} in ${zone}: its clock went past it`);
    case 'day':
      break;
  }
  const count = (bounds.toMs - bounds.fromMs) / (resolution * MINUTE_MS);
  const of = `${day} in ${zone} has`;
  if (!Number.isInteger(count))
    return refused(
      'resolution',
      `${of} ${(bounds.toMs - bounds.fromMs) / MINUTE_MS} minutes, which ${resolution} does not divide`,
    );
  if (values.length !== count)
    return refused('values', `${of} ${count} intervals of ${resolution} minutes; there are ${values.length} values`);
  return entriesOf(bounds.fromMs, resolution, values);
}

function entriesOf(startMs: number, minutes: number, values: StepSeries['values']): Expanded {
  const at = (index: number) => instantText(startMs + index * minutes * MINUTE_MS);
  const entries = values.flatMap((value, index) =>
    value === null ? [] : [{ startAt: at(index), endAt: at(index + 1), value }],
  );
  return { kind: 'entries', entries };
}

function refused(field: string, text: string): Expanded {
  return { kind: 'refused', field, text };
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 40));
}
