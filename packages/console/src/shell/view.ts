import { type CalendarDate, fromAbsolute, toCalendarDate } from '@internationalized/date';

/** The stretch of time that is shown. */
export interface View {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Whole days of a zone, counted from the day of an instant: they last 23, 24 or 25 hours. */
export function daysView(nowMs: number, timeZone: string, { first, days }: { first: number; days: number }): View {
  const day = toCalendarDate(fromAbsolute(nowMs, timeZone)).add({ days: first });
  return { fromMs: startOf(day, timeZone), toMs: startOf(day.add({ days }), timeZone) };
}

function startOf(day: CalendarDate, timeZone: string): number {
  return day.toDate(timeZone).getTime();
}
