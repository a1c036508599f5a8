import { type CalendarDate, fromAbsolute, toCalendarDate } from '@internationalized/date';

/** The period that is shown. */
export interface View {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whole days in a time zone, counted from the day of an instant; a day has 23, 24 or 25 hours. */
export function daysView(nowMs: number, timeZone: string, { first, days }: { first: number; days: number }): View {
  const day = toCalendarDate(fromAbsolute(nowMs, timeZone)).add({ days: first });
  return { fromMs: startOf(day, timeZone), toMs: startOf(day.add({ days }), timeZone) };
}

function startOf(day: CalendarDate, timeZone: string): number {
  return day.toDate(timeZone).getTime();
}
