import type { PairName } from '@setpoint/contract';
import { FOLLOWING_ASSETS } from '../following/judge-following.ts';
import { parseInstant } from '../time/parse-instant.ts';
import type { Interval } from '../time/series.ts';

const MINUTE_MS = 60_000;
const SETPOINTS: ReadonlySet<string> = new Set(FOLLOWING_ASSETS.map((asset) => `${asset}/activePowerkW`));

/** When the clock brings something about; null for never. Too early does no harm, too late does. */
export interface ClockInstants {
  /** When an entry begins or ends. */
  readonly nextAt: number | null;
  /** When an entry of a setpoint can be judged to its end. */
  readonly judgeAt: number | null;
}

/** Whether entries of it are judged. */
export function isJudged(pair: PairName): boolean {
  return SETPOINTS.has(pair);
}

/** When an entry can be judged to its end: the minute in which it ends must have its mean. */
export function judgeableAt(endMs: number): number {
  return Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
}

export function earlierOf(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** The first instants behind one at which a stored command brings something about. */
export function instantsOfCommand(pair: PairName, text: string, behind: number): ClockInstants {
  const entry = entryEndingAfter(text, behind);
  if (entry === undefined) return { nextAt: null, judgeAt: null };
  const nextAt = entry.startMs > behind ? entry.startMs : entry.endMs;
  return { nextAt, judgeAt: isJudged(pair) ? judgeableAt(entry.endMs) : null };
}

const ENTRY = '{"startAt":"';
const END = '","endAt":"';

/** The first entry of a stored command that ends after an instant. */
export function entryEndingAfter(text: string, at: number): Omit<Interval, 'value'> | undefined {
  let found: Omit<Interval, 'value'> | undefined;
  let low = text.indexOf(ENTRY);
  let high = text.length;
  // Mostly all of it lies ahead.
  let place = low;
  // Entries are in the order of time: half of those in question are passed over at once, and never read.
  while (low !== -1 && low < high) {
    const endMs = instantAfter(text, END, place);
    if (endMs > at) {
      const startMs = instantAfter(text, ENTRY, place);
      found = { startMs, endMs };
      if (startMs <= at) return found;
      high = place;
    } else low = text.indexOf(ENTRY, place + 1);
    place = text.lastIndexOf(ENTRY, (low + high) >>> 1);
  }
  return found;
}

/** The instant that is written behind the next place of something. */
function instantAfter(text: string, mark: string, from: number): number {
  const begin = text.indexOf(mark, from) + mark.length;
  const instantMs = parseInstant(text.slice(begin, text.indexOf('"', begin)));
  if (instantMs === undefined) throw new Error(`stored text holds no instant at ${begin}`);
  return instantMs;
}
