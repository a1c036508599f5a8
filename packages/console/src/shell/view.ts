import { type CalendarDate, fromAbsolute, parseDate, toCalendarDate } from '@internationalized/date';

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

/** All of a date such as 2027-03-28 in a time zone; undefined if it is no date. */
export function dateView(date: string, timeZone: string): View | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined;
  try {
    const day = parseDate(date);
    return { fromMs: startOf(day, timeZone), toMs: startOf(day.add({ days: 1 }), timeZone) };
  } catch {
    return undefined;
  }
}

/** The date of an instant in a time zone, some days later. */
export function dateText(nowMs: number, timeZone: string, daysLater: number): string {
  return toCalendarDate(fromAbsolute(nowMs, timeZone)).add({ days: daysLater }).toString();
}

function startOf(day: CalendarDate, timeZone: string): number {
  return day.toDate(timeZone).getTime();
}
