import type { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations/migrations.ts';
import { newerStore, refuseNewer, type StoreRelease } from '../release.ts';

/** The steps of the schema that were taken on a file. */
export function stepsDone(db: DatabaseSync): ReadonlySet<string> {
  const table = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`).get();
  const rows = table === undefined ? [] : db.prepare('SELECT name FROM kysely_migration').all();
  return new Set(rows.map(({ name }) => String(name)));
}

// One process at a time has a file: there is no need to run on what a newer release made of it.
export function refuseNewerFile(db: DatabaseSync, done: ReadonlySet<string>): void {
  const found = storeRelease(db);
  for (const name of done) if (!Object.hasOwn(migrations, name)) throw newerStore(found.release, found.release);
  refuseNewer(found);
}

/** What it says about the releases that used it. */
export function storeRelease(db: DatabaseSync): StoreRelease {
  const row = db.prepare('SELECT release, oldest_release FROM store_state').get();
  return { release: String(row?.['release'] ?? ''), oldest_release: String(row?.['oldest_release'] ?? '') };
}
