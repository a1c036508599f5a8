import { parseDate, Time, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { View } from '../shell/view.ts';

export const HOURS_OF_CLOCK = 24;

export interface Hours {
  /** Such as 2030-01-31. */
  readonly day: string;
  /** As the clock of the time zone shows them; 24 is midnight at the end of the day. */
  readonly fromHour: number;
  readonly toHour: number;
}

/** Some hours of a day. An hour that the clock shows twice counts twice; one that it skips takes no time. */
export function hoursView({ day, fromHour, toHour }: Hours, timeZone: string): View {
  const date = parseDate(day);
  const at = (hour: number) => {
    const on = hour === HOURS_OF_CLOCK ? date.add({ days: 1 }) : date;
    return toZoned(toCalendarDateTime(on, new Time(hour % HOURS_OF_CLOCK)), timeZone)
      .toDate()
      .getTime();
  };
  return { fromMs: at(fromHour), toMs: at(toHour) };
}
