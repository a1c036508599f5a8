import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../migrations/migrations.ts';
import { NewerStore, refuseNewer, releaseAfter, type StoreRelease } from '../release.ts';
import { isInTransaction } from './is-in-transaction.ts';

/**
 * Brings the schema up to date; what is done already is left alone. A file of a newer release is refused. Tests know
 * fewer steps, to see the others taken.
 */
export async function migrateSqlite(db: DatabaseSync, known = migrations): Promise<void> {
  refuseUnknown(db);
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: asKyselyDatabase(db) }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(known) } });
  // Kysely itself runs migrations on SQLite outside a transaction: a crash in the middle would be for ever.
  db.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) {
    noteRelease(db);
    return db.exec('COMMIT');
  }
  if (isInTransaction(db)) db.exec('ROLLBACK');
  throw new Error('the database could not be migrated', { cause: error });
}

// One process at a time has a file: there is no need to run on what a newer release made of it.
function refuseUnknown(db: DatabaseSync): void {
  if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'`).get() === undefined) return;
  const done = db.prepare('SELECT name FROM kysely_migration').all();
  const found = storeRelease(db);
  if (done.some(({ name }) => !Object.hasOwn(migrations, String(name))))
    throw new NewerStore(found.release, found.release);
  refuseNewer(found);
}

function noteRelease(db: DatabaseSync): void {
  const before = storeRelease(db);
  const after = releaseAfter(before);
  if (after === before) return;
  db.prepare('UPDATE store_state SET release = ?, oldest_release = ?').run(after.release, after.oldest_release);
}

// Older schemas have no such columns.
function storeRelease(db: DatabaseSync): StoreRelease {
  const row = db.prepare('SELECT * FROM store_state').get();
  return { release: String(row?.['release'] ?? ''), oldest_release: String(row?.['oldest_release'] ?? '') };
}

function asKyselyDatabase(db: DatabaseSync) {
  return {
    close: () => undefined,
    prepare: (text: string) => {
      const statement = db.prepare(text);
      return {
        // Each can be asked for its rows; what changes something has none.
        reader: true,
        all: (parameters: readonly unknown[]) => statement.all(...sqlValues(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...sqlValues(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...sqlValues(parameters)),
      };
    },
  };
}

function sqlValues(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}
