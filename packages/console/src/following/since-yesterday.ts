import { daysView } from '../shell/view.ts';

/** From the start of yesterday, as the clock of a zone shows it, until now. */
export function sinceYesterday(timeZone: string) {
  const now = Date.now();
  const { fromMs } = daysView(now, timeZone, { first: -1, days: 1 });
  return { from: new Date(fromMs).toISOString(), to: new Date(now).toISOString() };
}
