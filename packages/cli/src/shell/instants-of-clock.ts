// No zone is further from UTC, and none changes twice within so long.
const FAR_MS = 26 * 3_600_000;

export interface ClockReading {
  /** Each instant at which the clock shows it: one mostly, two where it goes back, none where it goes forward. */
  readonly shown: readonly number[];
  /** The offsets from UTC around it, and when one follows the other. */
  readonly change: { readonly before: number; readonly after: number; readonly atMs: number };
}

/** When the clock of a zone shows a time of the calendar; `clockMs` is that time as if its clock were UTC. */
export function instantsOfClock(clockMs: number, zone: string): ClockReading {
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
