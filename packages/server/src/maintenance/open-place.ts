import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OnMigration } from '../store/migrations/migration-progress.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { makePrivate } from '../store/sqlite/make-private.ts';
import { lockStore } from '../store/sqlite/lock-store.ts';
import { openSqliteTables, readSqliteTables } from './open-sqlite-tables.ts';
import { MaintenanceError, type Tables } from './tables.ts';

export function isDatabaseUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Where the file is in a data folder. */
export function databasePathIn(dataDir: string): string {
  return join(dataDir, 'setpoint.sqlite');
}

/** Reads what is at a place: a data folder, or the address of a database. The service may go on meanwhile. */
export async function readPlace(place: string): Promise<Tables> {
  if (isDatabaseUrl(place)) return (await postgresTables()).readPostgresTables(place);
  const path = databasePathIn(place);
  if (!existsSync(path)) throw new MaintenanceError(`there is no store in ${place}`);
  return readSqliteTables(path);
}

/** Opens a store for changes; on a file no service may run meanwhile. */
export async function openPlace(place: string, onStep?: OnMigration): Promise<Tables> {
  if (isDatabaseUrl(place)) return (await postgresTables()).openPostgresTables(place, onStep);
  const path = databasePathIn(place);
  if (!existsSync(path)) throw new MaintenanceError(`there is no store in ${place}`);
  return withLock(path, () => openSqliteTables(path, onStep));
}

/** Makes a store at a place without any; a file is there once it is complete. */
export async function createPlace(place: string): Promise<Tables> {
  if (isDatabaseUrl(place)) return (await postgresTables()).openPostgresTables(place);
  const path = databasePathIn(place);
  if (existsSync(path)) throw new MaintenanceError(`the target is not empty: there is a store in ${place}`);
  makeFolder(place);
  const unfinished = `${path}.new`;
  return withLock(path, async () => {
    rmSync(unfinished, { force: true });
    makePrivate(unfinished);
    const tables = await openSqliteTables(unfinished);
    return {
      ...tables,
      async commit() {
        await tables.commit();
        renameSync(unfinished, path);
      },
    };
  });
}

// Loaded where there is a database.
function postgresTables() {
  return import('./open-postgres-tables.ts');
}

async function withLock(path: string, open: () => Promise<Tables>): Promise<Tables> {
  const lock = lockStore(path);
  if (lock === undefined) throw new MaintenanceError(`${path} is in use: stop the service first`);
  try {
    const tables = await open();
    return {
      ...tables,
      async [Symbol.asyncDispose]() {
        await tables[Symbol.asyncDispose]();
        lock.release();
      },
    };
  } catch (cause) {
    lock.release();
    throw cause;
  }
}
