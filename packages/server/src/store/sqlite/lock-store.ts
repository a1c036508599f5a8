import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './open-database.ts';

export interface StoreLock {
  release(): void;
}

// A file with a process id outlives its process; a lock that SQLite holds does not.
/** Takes the lock that only one process can hold, on a small database beside the real one. */
export function lockStore(databasePath: string): StoreLock | undefined {
  const path = `${databasePath}.lock`;
  let lock: DatabaseSync | undefined;
  try {
    lock = openDatabase(path, { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock?.close();
    if (isLockedError(cause)) return undefined;
    throw cause;
  }
  const held = lock;
  return { release: () => held.close() };
}

const SQLITE_BUSY = 5;

function isLockedError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('errcode' in thrown && thrown.errcode === SQLITE_BUSY) || isLockedError(thrown.cause);
}
