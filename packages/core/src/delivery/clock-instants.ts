import type { PairName } from '@setpoint/contract';
import type { CommandText } from '../command-text/command-text.ts';
import { entryEndingAfter } from '../command-text/entry-ending-after.ts';
import { isJudged, judgeableAt } from '../following/judgeable-at.ts';

/** When the clock brings something about; null for never. Too early does no harm, too late does. */
export interface ClockInstants {
  /** When an entry begins or ends. */
  readonly nextAt: number | null;
  /** When an entry of a setpoint can be judged to its end. */
  readonly judgeAt: number | null;
}

/** The first instants behind one at which a stored command brings something about. */
export function instantsOfCommand(pair: PairName, text: CommandText, behind: number): ClockInstants {
  const entry = entryEndingAfter(text, behind);
  if (entry === undefined) return { nextAt: null, judgeAt: null };
  const nextAt = entry.startMs > behind ? entry.startMs : entry.endMs;
  return { nextAt, judgeAt: isJudged(pair) ? judgeableAt(entry.endMs) : null };
}
