// No zone is further from UTC, and none changes twice within so long.
const FAR_MS = 26 * 3_600_000;

interface ClockReading {
  /** Each instant at which the clock shows it: one mostly, two where it goes back, none where it goes forward. */
  readonly shown: readonly number[];
  /** The offsets from UTC around it, and when one follows the other. */
  readonly change: { readonly before: number; readonly after: number; readonly atMs: number };
}

/** When the clock of a zone shows a time of the calendar; `clockMs` is that time as if its clock were UTC. */
function instantsOfClock(clockMs: number, zone: string): ClockReading {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (atMs: number) => offsetIn(format, atMs);
  const [before, after] = [offsetAt(clockMs - FAR_MS), offsetAt(clockMs + FAR_MS)];
  const candidates = [...new Set([clockMs - before, clockMs - after])];
  const shown = candidates.filter((at) => at + offsetAt(at) === clockMs).toSorted((one, other) => one - other);
  const atMs = firstAfter(offsetAt, before, [clockMs - FAR_MS, clockMs + FAR_MS]);
  return { shown, change: { before, after, atMs } };
}

/** When the offset is another one than before, between two instants. */
function firstAfter(offsetAt: (atMs: number) => number, before: number, [from, to]: [number, number]): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

const OFFSET = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

function offsetIn(format: Intl.DateTimeFormat, atMs: number): number {
  const name = format.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = OFFSET.exec(name) ?? [];
  const length = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -length : length;
}

/** What a time is read by. */
export interface TimeContext {
  /** An IANA name; the clock of times without an offset. */
  readonly zone: string;
  readonly nowMs: number;
}

export type ReadTime =
  | { readonly kind: 'instant'; readonly at: string }
  /** The clock shows it twice, or never: with each offset it is another instant. */
  | { readonly kind: 'two_readings'; readonly isSkipped: boolean; readonly readings: readonly [string, string] }
  | { readonly kind: 'unreadable' };

const UNREADABLE = { kind: 'unreadable' } as const;

const RFC_3339 = /^(\d{4}-\d\d-\d\d)[tT ]\d\d:\d\d(:\d\d(?:\.\d+)?)?([zZ]|[+-]\d\d:\d\d)$/;
const DAY_AND_TIME = /^(\d{4}-\d\d-\d\d|today|tomorrow|yesterday)(?:(?: +|t)(\d{1,2}:\d\d(?::\d\d)?))?$/;
const TIME = /^\d{1,2}:\d\d(?::\d\d)?$/;
const AWAY = /^([+-])(.+)$/;
const DURATION = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m(?:in)?)?(?:(\d{1,6})s)?$/;

const DAY_MS = 86_400_000;
const DAYS_AWAY: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** A time as people write it: RFC 3339, a date, a time of the clock, both, `now`, `today`, `tomorrow 06:00`, `+2h`. */
export function readTime(written: string, { zone, nowMs }: TimeContext): ReadTime {
  const text = written.trim().toLowerCase();
  if (RFC_3339.test(text)) return asRfc3339(text);
  if (text === 'now') return instant(nowMs);
  const [, sign, away = ''] = AWAY.exec(text) ?? [];
  const awayMs = sign === undefined ? undefined : durationMs(away);
  if (awayMs !== undefined) return instant(sign === '-' ? nowMs - awayMs : nowMs + awayMs);
  const clockMs = clockOf(text, { zone, nowMs });
  if (clockMs === undefined) return UNREADABLE;
  return onClock(clockMs, zone, { isWholeDay: !text.includes(':') });
}

/** Whether a text means another instant in another time zone. */
export function dependsOnZone(written: string): boolean {
  const kinds = ['Etc/GMT-14', 'UTC', 'Etc/GMT+12'].map((zone) => readTime(written, { zone, nowMs: 0 }));
  return new Set(kinds.map((read) => (read.kind === 'instant' ? read.at : read.kind))).size > 1;
}

/** `90s`, `15m`, `2h`, `3d`, `1h30m` in milliseconds; undefined for anything else. */
export function durationMs(written: string): number | undefined {
  const text = written.trim().toLowerCase();
  const parts = DURATION.exec(text);
  if (parts === null || text === '') return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

const instant = (atMs: number): ReadTime => {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? UNREADABLE : { kind: 'instant', at: at.toISOString() };
};

// Kept as it was written, but for seconds that are left out: the service says what may be wrong with it.
function asRfc3339(text: string): ReadTime {
  const [, date = '', seconds] = RFC_3339.exec(text) ?? [];
  if (!isDate(date) || Number.isNaN(Date.parse(text.replace(' ', 't')))) return UNREADABLE;
  const whole = seconds === undefined ? `${text.slice(0, 16)}:00${text.slice(16)}` : text;
  return { kind: 'instant', at: whole.replace(' ', 't').toUpperCase() };
}

function isDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}

/** What the clock shows, as if it were UTC. */
function clockOf(text: string, context: TimeContext): number | undefined {
  const [, day, time = '00:00'] = DAY_AND_TIME.exec(text) ?? (TIME.test(text) ? [text, 'today', text] : []);
  const midnight = day === undefined ? undefined : midnightOf(day, context);
  const timeMs = timeOfDay(time);
  return midnight === undefined || timeMs === undefined ? undefined : midnight + timeMs;
}

function timeOfDay(text: string): number | undefined {
  const [hour = 0, minute = 0, second = 0] = text.split(':').map(Number);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return ((hour * 60 + minute) * 60 + second) * 1_000;
}

function midnightOf(day: string, { zone, nowMs }: TimeContext): number | undefined {
  const away = DAYS_AWAY[day];
  if (away !== undefined) return Date.parse(`${dateIn(zone, nowMs)}T00:00:00Z`) + away * DAY_MS;
  return isDate(day) ? Date.parse(`${day}T00:00:00Z`) : undefined;
}

/** The date that the calendar of a zone shows. */
export function dateIn(zone: string, atMs: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const {
    year = '',
    month = '',
    day = '',
  } = Object.fromEntries(parts.formatToParts(atMs).map(({ type, value }) => [type, value]));
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

function onClock(clockMs: number, zone: string, { isWholeDay }: { readonly isWholeDay: boolean }): ReadTime {
  const { shown, change } = instantsOfClock(clockMs, zone);
  const [first, second] = shown;
  if (first !== undefined && (second === undefined || isWholeDay)) return instant(first);
  // A day whose midnight the clock leaves out begins when the clock goes forward.
  if (isWholeDay) return instant(change.atMs);
  const readings = [withOffset(clockMs, change.before), withOffset(clockMs, change.after)] as const;
  return { kind: 'two_readings', isSkipped: first === undefined, readings };
}

function withOffset(clockMs: number, offsetMs: number): string {
  const sign = offsetMs < 0 ? '-' : '+';
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${new Date(clockMs).toISOString().slice(0, 19)}${sign}${hours}:${rest}`;
}
