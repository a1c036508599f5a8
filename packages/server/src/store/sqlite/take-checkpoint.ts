import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isDiskFull } from './is-disk-full.ts';

const CHECKPOINT_AT_BYTES = 64 * 1024 * 1024;

/** Moves the log into the database once it has grown; runs between groups, so that nobody's answer waits for it. */
export function takeCheckpointWhenDue(db: DatabaseSync, databasePath: string): void {
  if (walBytes(databasePath) >= CHECKPOINT_AT_BYTES) takeCheckpoint(db, 'PASSIVE');
}

/** What finds no room in the database stays in the log, where it is just as durable. */
export function takeCheckpoint(db: DatabaseSync, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause;
  }
}

function walBytes(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
