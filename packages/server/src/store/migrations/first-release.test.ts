import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { STORE_KINDS, type StoreKind } from '../../../testing/open-test-store.ts';
import { migratePostgres } from '../postgres/migrate-postgres.ts';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { RELEASE } from '../release.ts';
import { firstRelease } from './first-release.ts';
import { migrations } from './migrations.ts';

// The first step after those of the first release: without its columns nothing can be noted of the release.
const upToNext = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0102'));

// Everything that PostgreSQL knows of a schema. The first partition of the log is named for the week.
const LISTING = `
WITH ours AS (SELECT c.* FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relname NOT LIKE 'kysely%')
SELECT regexp_replace(line, 'batch_0_\\d+|(?<=TO \\('')\\d{13}', 'week', 'g') AS line FROM (
  SELECT format('relation %s %s %s %s', relkind, relname, relispartition, pg_get_expr(relpartbound, oid)) AS line FROM ours
  UNION ALL
  SELECT format('partitioned %s %s', partrelid::regclass, pg_get_partkeydef(partrelid)) FROM pg_partitioned_table
  UNION ALL
  SELECT format('column %s %s %s %s not null %s default %s collate %s', relname, attnum, attname,
    format_type(atttypid, atttypmod), attnotnull, pg_get_expr(d.adbin, d.adrelid), attcollation::regcollation)
  FROM ours JOIN pg_attribute a ON attrelid = ours.oid AND attnum > 0
  LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum WHERE relkind IN ('r', 'p')
  UNION ALL
  SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
  WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid::regclass::text NOT LIKE 'kysely%'
  UNION ALL
  SELECT format('index %s', pg_get_indexdef(oid)) FROM ours WHERE relkind IN ('i', 'I')
  UNION ALL
  SELECT format('inherits %s %s', inhrelid::regclass, inhparent::regclass) FROM pg_inherits
  UNION ALL
  SELECT format('function %s %s', proname, pg_get_functiondef(oid)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT format('row %s', to_jsonb(store_state) - 'release' - 'oldest_release') FROM store_state
  UNION ALL
  SELECT format('row %s', to_jsonb(event_log)) FROM event_log
) AS lines ORDER BY line COLLATE "C"`;

it('a new store has the schema on SQLite that the steps of the first release made', async () => {
  const db = new DatabaseSync(':memory:');
  await migrateSqlite(db, upToNext);
  const rows = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
  const listed = rows.map((row) => Object.values(row).map(inOneLine).join(' '));
  const state = db.prepare('SELECT id, epoch, probed_at, key_revision FROM store_state').all();
  const log = db.prepare('SELECT * FROM event_log').all();
  expect([...listed, ...[...state, ...log].map((row) => JSON.stringify(row))]).toEqual(kept('sqlite'));
});

it('a new store has the schema on PostgreSQL that the steps of the first release made', async () => {
  await using database = await createTestDatabase('empty');
  await migratePostgres(database.url, { known: upToNext });
  const lines = await database.query(LISTING);
  expect(lines.map(({ line }) => inOneLine(line))).toEqual(kept('postgres'));
});

describe.each(STORE_KINDS)('a store on %s', (kind) => {
  it('from before the first release is refused with what to do, and left as it is', async () => {
    await using made = await makeStore(kind);
    await made.migrate();
    await made.run(`DELETE FROM kysely_migration WHERE name >= '0100'`);
    await expect(made.migrate()).rejects.toThrow(
      `the store is from before 1.0.0-rc.1, the first release of Setpoint, and this release, ${RELEASE}, cannot read ` +
        'it; start 1.0.0-rc.1 on it once, and then this release (docs/do/upgrading.md)',
    );
    expect((await made.run('SELECT name FROM kysely_migration')).length).toBe(Object.keys(firstRelease).length - 1);
  });

  it('of the first release has the names of its single steps, and goes on', async () => {
    await using made = await makeStore(kind);
    await made.migrate(upToNext);
    const names = 'SELECT name FROM kysely_migration ORDER BY name';
    expect((await made.run(names)).map(({ name }) => name)).toEqual(Object.keys(upToNext));
    await made.migrate();
    expect((await made.run(names)).map(({ name }) => name)).toEqual(Object.keys(migrations));
  });
});

interface MadeStore extends AsyncDisposable {
  migrate(known?: typeof migrations): Promise<void>;
  run(text: string): Promise<Record<string, unknown>[]>;
}

async function makeStore(kind: StoreKind): Promise<MadeStore> {
  if (kind === 'SQLite') {
    const db = new DatabaseSync(':memory:');
    return {
      migrate: (known) => migrateSqlite(db, known),
      run: (text) => Promise.resolve(db.prepare(text).all()),
      [Symbol.asyncDispose]: () => Promise.resolve(db.close()),
    };
  }
  const database = await createTestDatabase('empty');
  return {
    migrate: (known = migrations) => migratePostgres(database.url, { known }),
    run: database.query,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** What the single steps made, as it was listed when they were still there. */
function kept(store: 'sqlite' | 'postgres'): string[] {
  return readFileSync(join(import.meta.dirname, `first-release.${store}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
}

function inOneLine(text: unknown): string {
  return String(text).replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();
}
