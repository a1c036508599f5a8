import { siteRows } from '../../sites/site-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { type Change, type ClockInstants, earlierOf, instantsOfCommand } from '@setpoint/core';
import type { Tx } from '../../store/tx.ts';

/** Makes the clock come to a site for what is set there now: mostly it comes sooner anyway, and nothing is written. */
export function wakeClock(
  tx: Tx,
  siteId: SiteId,
  { noted, due }: { readonly noted: ClockInstants; readonly due: ClockInstants },
): Promise<void> | undefined {
  const nextAt = earlierOf(noted.nextAt, due.nextAt);
  const judgeAt = earlierOf(noted.judgeAt, due.judgeAt);
  if (nextAt === noted.nextAt && judgeAt === noted.judgeAt) return undefined;
  return tx.run(siteRows.noteInstants, { siteId, nextAt, judgeAt });
}

/** The first instants behind one at which what was set brings something about. */
export function instantsOfChanges(changes: readonly Change[], behind: number): ClockInstants {
  let first: ClockInstants = { nextAt: null, judgeAt: null };
  for (const { pair, text } of changes) {
    if (text === null) continue;
    const { nextAt, judgeAt } = instantsOfCommand(pair, text, behind);
    first = { nextAt: earlierOf(first.nextAt, nextAt), judgeAt: earlierOf(first.judgeAt, judgeAt) };
  }
  return first;
}
