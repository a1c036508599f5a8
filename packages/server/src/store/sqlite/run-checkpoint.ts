import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from './is-disk-full.ts';

// 8 MiB of pages: taken between groups, it holds up the next one for some milliseconds.
export const CHECKPOINT_AT_PAGES = 2_048;
// One after another write the same pages again: moved less often, they take a fifth less time, and who waits for such
// a call waits longer than for this.
export const AFTER_PORTFOLIO_AT_PAGES = 4 * CHECKPOINT_AT_PAGES;

// Controllers of many sites write the same pages again and again: what waits longer is moved less often.
const REWRITTEN_AT_PAGES = AFTER_PORTFOLIO_AT_PAGES;
// Pages are the same ones again where the file did not grow by a quarter of the log.
const NEW_SHARE = 1 / 4;

/** Moves the log into the database each time it has grown; to be called between groups, so that nobody's answer waits. */
export function checkpointsWhenDue(db: DatabaseSync, mostPages = REWRITTEN_AT_PAGES): (atPages: number) => void {
  // Looks and moves nothing. The size of the file would not do: it stays when the log begins anew.
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  const count = db.prepare('PRAGMA page_count');
  const pages = () => (count.get() as { page_count: number }).page_count;
  let pagesBefore = pages();
  return (atPages) => {
    const { log } = look.get() as { log: number };
    if (log < atPages) return;
    const now = pages();
    if (log < mostPages && now - pagesBefore < log * NEW_SHARE) return;
    runCheckpoint(db, 'PASSIVE');
    // Who reads may have held it up.
    const { checkpointed } = look.get() as { checkpointed: number };
    if (checkpointed === log) pagesBefore = now;
  };
}

/** What finds no room in the database stays in the log, where it is just as durable. */
export function runCheckpoint(db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
  }
}
