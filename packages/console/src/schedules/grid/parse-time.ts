import { CalendarDateTime, fromAbsolute, toZoned } from '@internationalized/date';

/** A text read as an instant. */
export type ParsedTime =
  | { readonly kind: 'instant'; readonly ms: number }
  /** The clock shows the time twice on that day. */
  | { readonly kind: 'twice'; readonly choices: readonly [string, string] }
  | { readonly kind: 'bad'; readonly why: string };

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?\s*(Z|[+-]\d\d:\d\d)?$/i;

/** Reads `2026-10-25 02:30` as a time of a zone, or with an offset. */
export function parseTime(text: string, timeZone: string): ParsedTime {
  const match = SHAPE.exec(text.trim());
  if (match === null) return { kind: 'bad', why: 'Enter it as 2030-01-31 14:15' };
  const wall = wallTime(match);
  if (wall === undefined) return { kind: 'bad', why: 'This day or time does not exist' };
  const offset = match[7];
  if (offset !== undefined) return { kind: 'instant', ms: Date.parse(`${wall.toString()}${offset.toUpperCase()}`) };
  return placed(wall, timeZone);
}

function wallTime(match: RegExpExecArray): CalendarDateTime | undefined {
  const numbers = match.slice(1, 7).map((part) => Number(part ?? 0));
  const [year, month, day, hour, minute, second] = numbers as [number, number, number, number, number, number];
  const wall = new CalendarDateTime(year, month, day, hour, minute, second);
  // The library turns 30 February into a day that exists, and accepts any hour.
  const isReal = wall.month === month && wall.day === day && hour <= 23 && minute <= 59 && second <= 59;
  return isReal ? wall : undefined;
}

function placed(wall: CalendarDateTime, timeZone: string): ParsedTime {
  const [earlier, later] = [toZoned(wall, timeZone, 'earlier'), toZoned(wall, timeZone, 'later')];
  const [earlierMs, laterMs] = [earlier.toDate().getTime(), later.toDate().getTime()];
  if (earlierMs === laterMs) return { kind: 'instant', ms: earlierMs };
  if (earlier.hour !== wall.hour || earlier.minute !== wall.minute) {
    return { kind: 'bad', why: 'This time does not exist on that day: the clock goes forward over it' };
  }
  return { kind: 'twice', choices: [timeText(earlierMs, timeZone), timeText(laterMs, timeZone)] };
}

/** An instant as the clock of a zone shows it; with its offset if the clock shows that time twice. */
export function timeText(ms: number, timeZone: string): string {
  const zoned = fromAbsolute(ms, timeZone);
  const two = (part: number) => String(part).padStart(2, '0');
  const clock = `${two(zoned.hour)}:${two(zoned.minute)}${zoned.second === 0 ? '' : `:${two(zoned.second)}`}`;
  const text = `${String(zoned.year).padStart(4, '0')}-${two(zoned.month)}-${two(zoned.day)} ${clock}`;
  return isTwice(ms, timeZone) ? `${text} ${offsetText(zoned.offset)}` : text;
}

function isTwice(ms: number, timeZone: string): boolean {
  const zoned = fromAbsolute(ms, timeZone);
  const { year, month, day, hour, minute, second } = zoned;
  const wall = new CalendarDateTime(year, month, day, hour, minute, second);
  return toZoned(wall, timeZone, 'earlier').compare(toZoned(wall, timeZone, 'later')) !== 0;
}

function offsetText(offsetMs: number): string {
  const minutes = Math.abs(offsetMs) / 60_000;
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `${offsetMs < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
