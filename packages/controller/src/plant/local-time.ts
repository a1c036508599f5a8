export interface LocalTime {
  /** Days since 1970-01-01 in the site's own calendar. */
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  /** What the clock on the wall shows, in [0, 24): on the two DST days an hour is missing or shown twice. */
  hour: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = hourMs / 4;

/** Reads the wall clock of a time zone. Offsets change on quarter hours only, so one is looked up per quarter hour. */
export function localClock(timeZone: string): (atMs: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  let quarter = Number.NaN;
  let offsetMs = 0;

  return (atMs) => {
    const thisQuarter = Math.floor(atMs / quarterMs);
    if (thisQuarter !== quarter) {
      quarter = thisQuarter;
      offsetMs = offsetAt(format, thisQuarter * quarterMs);
    }
    const localMs = atMs + offsetMs;
    const day = Math.floor(localMs / dayMs);
    // 1970-01-01 was a Thursday.
    return { day, weekday: (((day + 4) % 7) + 7) % 7, hour: (localMs - day * dayMs) / hourMs };
  };
}

function offsetAt(format: Intl.DateTimeFormat, wholeMinuteMs: number): number {
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of format.formatToParts(wholeMinuteMs)) {
    if (type in shown) shown[type as keyof typeof shown] = Number(value);
  }
  return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute) - wholeMinuteMs;
}
