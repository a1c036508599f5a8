import { fromAbsolute, Time, toCalendarDate, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { View } from '../shell/view.ts';

export const HOURS_OF_CLOCK = 24;

export interface Hours {
  /** Days from the one that holds an instant. */
  readonly day: number;
  /** As the clock of the zone shows them; 24 is the midnight after. */
  readonly fromHour: number;
  readonly toHour: number;
}

/** Some hours of a day of a zone. What the clock shows twice is in with both; what it leaves out lasts no time. */
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
