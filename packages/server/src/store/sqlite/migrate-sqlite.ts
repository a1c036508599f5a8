import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { OnMigration } from '../migrations/migration-progress.ts';
import { FIRST_STEP, migrations } from '../migrations/migrations.ts';
import type { Step } from '../migrations/step.ts';
import { releaseAfter } from '../release.ts';
import { readFitState, readSchemaState } from '../schema-state.ts';
import { isInTransaction } from './is-in-transaction.ts';
import { askFile } from './open-database.ts';

/**
 * Brings the schema up to date; what is done already is left alone. A file of a newer release is refused. Tests know
 * fewer steps, to see the others taken.
 */
export async function migrateSqlite(
  db: DatabaseSync,
  known = migrations,
  onStep: OnMigration = () => undefined,
): Promise<void> {
  const { done } = await readFitState(askFile(db), 'sqlite');
  if (Object.keys(known).every((name) => done.has(name))) return await noteRelease(db);
  await takeSteps(db, prepared(known, onStep, done.size === 0));
}

async function takeSteps(db: DatabaseSync, known: typeof migrations): Promise<void> {
  // Most starts have nothing to do, and do without.
  const { Migrator } = await import('kysely/migration');
  const kysely = new Kysely<unknown>({ dialect: new SqliteDialect({ database: asKyselyDatabase(db) }) });
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(known) } });
  // Kysely itself runs migrations on SQLite outside a transaction: a crash in the middle would be for ever.
  db.exec('BEGIN IMMEDIATE');
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) {
    await noteRelease(db);
    return db.exec('COMMIT');
  }
  if (isInTransaction(db)) db.exec('ROLLBACK');
  throw new Error('the database could not be migrated', { cause: error });
}

/** For a new store, the first step makes all tables as they are declared: the others have nothing to do. */
function prepared(known: typeof migrations, onStep: OnMigration, isNew: boolean): typeof migrations {
  const steps = Object.entries(known);
  const told = steps.map(([name, step], index): [string, Step] => [
    name,
    {
      async up(db) {
        onStep({ step: index + 1, of: steps.length });
        if (!isNew || name === FIRST_STEP) await step.up(db);
      },
    },
  ]);
  return Object.fromEntries(told);
}

async function noteRelease(db: DatabaseSync): Promise<void> {
  const { release: before } = await readSchemaState(askFile(db), 'sqlite');
  const after = before && releaseAfter(before);
  if (after === undefined || after === before) return;
  db.prepare('UPDATE store_state SET release = ?, oldest_release = ?').run(after.release, after.oldest_release);
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
