import { fromAbsolute, Time, toCalendarDate, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { View } from '../shell/view.ts';

export const HOURS_OF_CLOCK = 24;

export interface Hours {
  /** 0 for the day of an instant, 1 for the next. */
  readonly day: number;
  /** As the clock of the time zone shows them; 24 is midnight at the end of the day. */
  readonly fromHour: number;
  readonly toHour: number;
}

/** Some hours of a day. An hour that the clock shows twice counts twice; one that it skips takes no time. */
export function hoursView(nowMs: number, timeZone: string, { day, fromHour, toHour }: Hours): View {
  const today = toCalendarDate(fromAbsolute(nowMs, timeZone));
  const at = (hour: number) => {
    const date = today.add({ days: hour === HOURS_OF_CLOCK ? day + 1 : day });
    return toZoned(toCalendarDateTime(date, new Time(hour % HOURS_OF_CLOCK)), timeZone)
      .toDate()
      .getTime();
  };
  return { fromMs: at(fromHour), toMs: at(toHour) };
}
