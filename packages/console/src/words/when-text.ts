const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, in the largest unit that says enough. */
export function agoText(ageMs: number): string {
  return ageMs < SECOND_MS * 2 ? 'just now' : `${durationText(ageMs)} ago`;
}

export function durationText(durationMs: number): string {
  const ms = Math.max(0, durationMs);
  if (ms < MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${Math.floor((ms % HOUR_MS) / MINUTE_MS)} min`;
  return `${Math.floor(ms / DAY_MS)} days`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone}|${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...options, timeZone });
  formats.set(key, made);
  return made;
}

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

/** Time of day in a zone. */
export function clockText(instantMs: number, timeZone: string): string {
  return format(timeZone, CLOCK).format(instantMs);
}

function dayText(instantMs: number, timeZone: string): string {
  return format(timeZone, DAY).format(instantMs);
}

interface Shown {
  readonly timeZone: string;
  readonly now: number;
}

/** Day and time, the day left out when it is today. */
export function whenText(instantMs: number, shown: Shown): string {
  return withDay(clockText(instantMs, shown.timeZone), instantMs, shown);
}

/** The same with seconds. */
export function exactWhenText(instantMs: number, shown: Shown): string {
  const clock = format(shown.timeZone, { ...CLOCK, second: '2-digit' }).format(instantMs);
  return withDay(clock, instantMs, shown);
}

function withDay(clock: string, instantMs: number, { timeZone, now }: Shown): string {
  const day = dayText(instantMs, timeZone);
  return day === dayText(now, timeZone) ? clock : `${day}, ${clock}`;
}
