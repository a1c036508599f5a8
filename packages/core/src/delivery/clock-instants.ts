import type { PairName } from '@setpoint/contract';
import { FOLLOWING_ASSETS } from '../following/judge-following.ts';
import type { CommandText } from '../command-text/command-text.ts';
import { entryEndingAfter } from '../command-text/entry-ending-after.ts';

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
export function instantsOfCommand(pair: PairName, text: CommandText, behind: number): ClockInstants {
  const entry = entryEndingAfter(text, behind);
  if (entry === undefined) return { nextAt: null, judgeAt: null };
  const nextAt = entry.startMs > behind ? entry.startMs : entry.endMs;
  return { nextAt, judgeAt: isJudged(pair) ? judgeableAt(entry.endMs) : null };
}
