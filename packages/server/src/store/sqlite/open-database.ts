import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite';
import type { AskSql } from '../schema-state.ts';
import { makePrivate } from './make-private.ts';

/** Opens a database for writing, and makes its file for its owner alone; what fails names the path. */
export function openDatabase(path: string, { timeout = 0, ...options }: DatabaseSyncOptions = {}): DatabaseSync {
  // SQLite gives the files beside it the same mode, but tells nothing about a path that it cannot open.
  if (options.readOnly !== true) makePrivate(path);
  try {
    const db = new DatabaseSync(path, options);
    // As an option, only Node 22.16 and newer know it.
    db.exec(`PRAGMA busy_timeout = ${timeout}`);
    // This statement reads the file.
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return db;
  } catch (cause) {
    throw new Error(`${path} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

export function askFile(db: DatabaseSync): AskSql {
  return async (text) => db.prepare(text).all();
}
