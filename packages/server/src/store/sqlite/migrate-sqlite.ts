import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from '../migrations/migrations.ts';

/** Brings the schema up to date; what is done already is left alone. */
export async function migrateSqlite(db: DatabaseSync): Promise<void> {
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: asKyselyDatabase(db) }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(migrations) } });
  // Kysely itself runs migrations on SQLite outside a transaction: a crash in the middle would be for ever.
  db.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return db.exec('COMMIT');
  if (db.isTransaction) db.exec('ROLLBACK');
  throw new Error('the database could not be migrated', { cause: error });
}

function asKyselyDatabase(db: DatabaseSync) {
  return {
    close: () => undefined,
    prepare: (text: string) => {
      const statement = db.prepare(text);
      return {
        reader: statement.columns().length > 0,
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
