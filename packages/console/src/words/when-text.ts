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
const DAY = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Time of day in a zone. */
export function clockText(instantMs: number, timeZone: string): string {
  return format(timeZone, CLOCK).format(instantMs);
}

/** The date in a zone, as ISO 8601 writes it. */
function dayText(instantMs: number, timeZone: string): string {
  const parts = format(timeZone, DAY).formatToParts(instantMs);
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${partOf('year')}-${partOf('month')}-${partOf('day')}`;
}

/** A zone by its short name at that time, such as CET; where it has none, by its offset. */
export function zoneText(instantMs: number, timeZone: string): string {
  const parts = format(timeZone, { ...CLOCK, timeZoneName: 'short' }).formatToParts(instantMs);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** In which zone, and at what time, an instant is shown. */
export interface Shown {
  readonly timeZone: string;
  readonly now: number;
}

/** Day and time; without the day if it is today. */
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
  return day === dayText(now, timeZone) ? clock : `${day} ${clock}`;
}
