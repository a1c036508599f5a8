import { DatabaseSync } from 'node:sqlite';

export interface StoreLock {
  release(): void;
}

// A file with a process id outlives its process; a lock that SQLite holds does not.
/** Takes the lock that only one process can hold, on a small database beside the real one. */
export function lockStore(databasePath: string): StoreLock | undefined {
  const lock = new DatabaseSync(`${databasePath}.lock`, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (isLockedError(cause)) return undefined;
    throw cause;
  }
  return { release: () => lock.close() };
}

const SQLITE_BUSY = 5;

function isLockedError(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY;
}
