import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './open-database.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** The one connection that writes. */
export function openForWriting(path: string): DatabaseSync {
  const db = openDatabase(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  db.exec('PRAGMA journal_mode = WAL');
  // FULL: a commit is on disk before it is answered. Checkpoints are taken between groups, not inside a commit.
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0');
  // Measured: with half of it, posts to 10,000 sites took a fifth more processor time than posts to 10.
  db.exec('PRAGMA cache_size = -32768');
  // Measured: what a savepoint might have to undo was two thirds of all that a portfolio wrote, to a file of no use.
  db.exec('PRAGMA temp_store = MEMORY');
  return db;
}

export function openForReading(path: string): DatabaseSync {
  const db = openDatabase(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  db.exec('PRAGMA cache_size = -32768; PRAGMA query_only = ON');
  return db;
}
