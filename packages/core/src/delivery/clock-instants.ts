import type { PairName } from '@setpoint/contract';
import type { CommandText } from '../command-text/command-text.ts';
import { entryEndingAfter } from '../command-text/entry-ending-after.ts';
import { judgeableAt, isJudged } from '../following/judged-pairs.ts';

/** When something will be due; null for never. Too early does no harm, too late does. */
export interface ClockInstants {
  /** When the next entry begins or ends. */
  readonly nextAt: number | null;
  /** When the next entry of a setpoint or a limit can be judged to its end. */
  readonly judgeAt: number | null;
}

/** The first instants after one at which something of a stored command is due. */
export function instantsOfCommand(pair: PairName, text: CommandText, behind: number): ClockInstants {
  const entry = entryEndingAfter(text, behind);
  if (entry === undefined) return { nextAt: null, judgeAt: null };
  const nextAt = entry.startMs > behind ? entry.startMs : entry.endMs;
  return { nextAt, judgeAt: isJudged(pair) ? judgeableAt(entry.endMs) : null };
}
