import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

const CHECKPOINT_AT_BYTES = 16 * 1024 * 1024;

/** Moves the log into the database once it has grown; runs between groups, so that nobody's answer waits for it. */
export function takeCheckpointWhenDue(db: DatabaseSync, databasePath: string): void {
  if (walBytes(databasePath) >= CHECKPOINT_AT_BYTES) db.exec('PRAGMA wal_checkpoint(PASSIVE)');
}

function walBytes(databasePath: string): number {
  return statSync(`${databasePath}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
