import type { Window } from './sweep.ts';

const DAY_MS = 86_400_000;
// No zone is further from UTC, and none changes twice within so long.
const FAR_MS = 26 * 3_600_000;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

export type DayBounds =
  | ({ readonly kind: 'day' } & Window)
  | { readonly kind: 'no_date' }
  | { readonly kind: 'no_zone' }
  /** The zone went past it, as Apia did on 30 December 2011. */
  | { readonly kind: 'left_out' };

/** From when until when a day of the calendar lasts in a time zone: mostly 24 hours. */
export function dayBounds(day: string, timeZone: string): DayBounds {
  const midnight = midnightOf(day);
  if (midnight === undefined) return { kind: 'no_date' };
  const offsetAt = offsetsOf(timeZone);
  if (offsetAt === undefined) return { kind: 'no_zone' };
  const [fromMs, toMs] = [firstInstant(midnight, offsetAt), firstInstant(midnight + DAY_MS, offsetAt)];
  return fromMs < toMs ? { kind: 'day', fromMs, toMs } : { kind: 'left_out' };
}

/** Midnight of a date as if its clock were UTC; undefined if there is no such date from 1970 to 9998. */
function midnightOf(day: string): number | undefined {
  const [, year = '', month, date] = DAY.exec(day) ?? [];
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(date));
  const isDate = Number(year) >= 1970 && Number(year) <= 9998 && new Date(midnight).toISOString().startsWith(day);
  return isDate ? midnight : undefined;
}

type OffsetAt = (instantMs: number) => number;

function offsetsOf(timeZone: string): OffsetAt | undefined {
  // An offset such as +01:00 knows no clock changes.
  if (!/^[a-z]/i.test(timeZone)) return undefined;
  const format = formatOf(timeZone);
  if (format === undefined) return undefined;
  return (instantMs) => {
    const name = format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(name) ?? [];
    const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -length : length;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

//  clock   23:00   24:00 = 01:00   02:00     Where the clock goes forward over midnight, the day begins when it
//  UTC       |       |--------------|        does so. Where it goes back over midnight, midnight comes once, late.
/** When the clock of a zone first shows a time of the calendar, or passes it. */
function firstInstant(clockMs: number, offsetAt: OffsetAt): number {
  const [before, after] = [offsetAt(clockMs - FAR_MS), offsetAt(clockMs + FAR_MS)];
  const shown = [before, after].map((offset) => clockMs - offset).filter((at) => at + offsetAt(at) === clockMs);
  if (shown.length > 0) return Math.min(...shown);
  let [low, high] = [clockMs - after - 1, clockMs - before];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
