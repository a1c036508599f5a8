import type { DatabaseSync } from 'node:sqlite';
import type { OnMigration } from '../store/migrations/migration-progress.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { migrateSqlite } from '../store/sqlite/migrate-sqlite.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';
import { createSqliteTx } from '../store/sqlite/create-sqlite-tx.ts';
import { ID_TYPE, namesOf, ROWS_AT_ONCE, type Row, type Table, type Tables } from './tables.ts';

/** A file, brought to the schema of this release; it belongs to nobody else meanwhile. */
export async function openSqliteTables(path: string, onStep?: OnMigration): Promise<Tables> {
  const db = openDatabase(path, { enableForeignKeyConstraints: true });
  try {
    await migrateSqlite(db, migrations, onStep);
    return createSqliteTables(db);
  } catch (cause) {
    db.close();
    throw cause;
  }
}

/** Reads a file as it is, beside a service that may be writing to it. */
export function readSqliteTables(path: string): Tables {
  return createSqliteTables(openDatabase(path, { readOnly: true }));
}

function createSqliteTables(db: DatabaseSync): Tables {
  let isOpen = true;
  const close = () => {
    if (isOpen) db.close();
    isOpen = false;
  };
  db.exec('BEGIN');
  return {
    dialect: 'sqlite',
    tx: createSqliteTx(db),
    async query(text) {
      return db.prepare(text).all() as Row[];
    },
    async *rows({ name, columns }) {
      let rows: Row[] = [];
      for (const row of db.prepare(`SELECT ${namesOf(columns)} FROM ${name}`).iterate()) {
        rows.push(row as Row);
        if (rows.length < ROWS_AT_ONCE) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ');
      const insert = db.prepare(`INSERT INTO ${name} (${namesOf(columns)}) VALUES (${places})`);
      for (const row of rows) insert.run(...columns.map((column) => storable(row[column.name], column)));
    },
    async commit() {
      db.exec('COMMIT');
      close();
    },
    async [Symbol.asyncDispose]() {
      close();
    },
  };
}

// An id of the log comes from PostgreSQL as a text.
function storable(value: Row[string] | undefined, { type }: Table['columns'][number]) {
  return type === ID_TYPE && typeof value === 'string'
    ? Buffer.from(value.replaceAll('-', ''), 'hex')
    : (value ?? null);
}
