import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { STORE_KINDS, type StoreKind } from '../../../testing/open-test-store.ts';
import { migratePostgres } from '../postgres/migrate-postgres.ts';
import { RELEASE } from '../release.ts';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { migrations } from './migrations.ts';

const names = Object.keys(migrations);

it('each file is a step, and each step a file of its name', () => {
  const files = globSync(`${import.meta.dirname}/[0-9]*.ts`).map((path) => basename(path, '.ts'));
  expect(names).toEqual(files.toSorted());
});

it('steps are numbered without gaps, so that none is ever slipped in before one that was applied', () => {
  expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});

describe.each(STORE_KINDS)('a store on %s', (kind) => {
  it('from before the first release is refused with what to do, and left as it is', async () => {
    await using made = await makeStore(kind);
    await made.run('CREATE TABLE kysely_migration (name TEXT)');
    await made.run(`INSERT INTO kysely_migration VALUES ('0100-report-state')`);
    await made.run('CREATE TABLE store_state (id INTEGER, epoch BIGINT)');
    const before = await made.list();
    await expect(made.migrate()).rejects.toThrow(
      `the store was made by an earlier candidate of Setpoint, and this release, ${RELEASE}, cannot read it; nothing in ` +
        'it was changed: start with an empty data folder or database, and import the registry that the candidate ' +
        'exported (docs/do/upgrading.md)',
    );
    expect(await made.list()).toEqual(before);
    expect(await made.run('SELECT name FROM kysely_migration')).toEqual([{ name: '0100-report-state' }]);
  });

  it('that is new has all tables from the first step, and the later ones have nothing to do', async () => {
    await using made = await makeStore(kind);
    const later = { up: () => Promise.reject(new Error('taken')) };
    await made.migrate({ ...migrations, '9998-later': later, '9999-later': later });
    const steps = await made.run('SELECT name FROM kysely_migration ORDER BY name');
    expect(steps.map(({ name }) => name)).toEqual([...names, '9998-later', '9999-later']);
  });

  it('that is there takes the later steps', async () => {
    await using made = await makeStore(kind);
    await made.migrate();
    const later = { up: () => Promise.reject(new Error('taken')) };
    await expect(made.migrate({ ...migrations, '9999-later': later })).rejects.toMatchObject({
      cause: { message: 'taken' },
    });
  });
});

async function makeStore(kind: StoreKind) {
  if (kind === 'SQLite') {
    const db = new DatabaseSync(':memory:');
    return {
      migrate: (known = migrations) => migrateSqlite(db, known),
      run: async (text: string) => db.prepare(text).all(),
      /** The names of its tables. */
      list: async () => db.prepare('SELECT name FROM sqlite_schema ORDER BY name').all(),
      [Symbol.asyncDispose]: async () => db.close(),
    };
  }
  const database = await createTestDatabase('empty');
  return {
    migrate: (known = migrations) => migratePostgres(database.url, { known }),
    run: database.query,
    list: () => database.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1`),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
