import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from './is-disk-full.ts';

// 8 MiB of pages: taken between groups, it holds up the next one for some milliseconds.
const CHECKPOINT_AT_PAGES = 2_048;

/** Moves the log into the database each time it has grown; to be called between groups, so that nobody's answer waits. */
export function checkpointsWhenDue(db: DatabaseSync, atPages = CHECKPOINT_AT_PAGES): () => void {
  // Looks and moves nothing. The size of the file would not do: it stays when the log begins anew.
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    const { log } = look.get() as { log: number };
    if (log >= atPages) takeCheckpoint(db, 'PASSIVE');
  };
}

/** What finds no room in the database stays in the log, where it is just as durable. */
export function takeCheckpoint(db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
  }
}
