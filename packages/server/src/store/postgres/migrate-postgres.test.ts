import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { lookUntil } from '../../../testing/look-until.ts';
import { inEachTest, ofTest } from '../../../testing/of-tests.ts';
import { migrations } from '../migrations/migrations.ts';
import type { Step } from '../migrations/step.ts';
import { RELEASE } from '../release.ts';
import { LOCK_PATIENCE, migratePostgres } from './migrate-postgres.ts';

const database = inEachTest(() => ofTest(createTestDatabase('empty')));

const step = (statement: string, ...locks: string[]): Step => ({
  locks,
  async up(db) {
    await sql.raw(statement).execute(db);
  },
});
const ALTERS_TWO = step(
  'ALTER TABLE client ADD COLUMN more TEXT; ALTER TABLE site_grant ADD COLUMN more TEXT',
  'site_grant',
  'client',
);
const KNOWN = { ...migrations, '9998-two': ALTERS_TWO };

it('a step that waits for one table holds up nobody who reads another, and is taken once it can be', async () => {
  await migratePostgres(database.url);
  const reader = new pg.Client(database.url);
  await reader.connect();
  await reader.query('BEGIN; SELECT 1 FROM site_grant');
  const steps: unknown[] = [];
  const onStep = (told: unknown) => void steps.push(told);
  const migrating = migratePostgres(database.url, { known: KNOWN, onStep });
  const locked = `SELECT 1 FROM pg_locks WHERE relation = 'client'::regclass AND mode = 'AccessExclusiveLock' AND granted`;
  await lookUntil(
    () => database.query(locked),
    (rows) => rows.length > 0,
  );
  // Ever since, it had locked the one and waited for the other: this reader has the other and wants the one.
  const startedAt = performance.now();
  await reader.query('SELECT 1 FROM client');
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  await reader.query('COMMIT');
  await reader.end();
  await migrating;
  await expect(database.query('SELECT more FROM client JOIN site_grant USING (more)')).resolves.toEqual([]);
  const of = Object.keys(migrations).length + 1;
  expect(steps).toEqual(['elsewhere', { step: of, of }]);
});

it('a step that never gets its locks is given up, and leaves the store as it is', async () => {
  await migratePostgres(database.url);
  const reader = new pg.Client(database.url);
  await reader.connect();
  await reader.query('BEGIN; SELECT 1 FROM site_grant');
  const patience = { ...LOCK_PATIENCE, withinMs: 20, giveUpAfterMs: 100 };
  await expect(migratePostgres(database.url, { known: KNOWN, patience })).rejects.toMatchObject({
    message: 'the database could not be migrated: step 9998-two',
    cause: { code: '55P03' },
  });
  await reader.end();
  await migratePostgres(database.url);
});

it('a migration that ends between two steps is gone on with, and who runs beside it is known from the first', async () => {
  await migratePostgres(database.url);
  await database.query(`UPDATE store_state SET release = '1.0.0-rc.1', oldest_release = '1.0.0-rc.1'`);
  const broken = { ...KNOWN, '9999-more': step('SELECT 1 / 0') };
  await expect(migratePostgres(database.url, { known: broken })).rejects.toThrow('step 9999-more');
  const last = 'SELECT max(name) AS last FROM kysely_migration';
  await expect(database.query(last)).resolves.toEqual([{ last: '9998-two' }]);
  await expect(database.query('SELECT release, oldest_release FROM store_state')).resolves.toEqual([
    { release: RELEASE, oldest_release: '1.0.0-rc.2.dev' },
  ]);
  // One of the release before, which knows no more steps.
  await migratePostgres(database.url);
  await migratePostgres(database.url, { known: { ...KNOWN, '9999-more': step('SELECT 1') } });
  await expect(database.query(last)).resolves.toEqual([{ last: '9999-more' }]);
});

it('of many that start together one takes each step, whichever clock it has', async () => {
  const told: unknown[] = [];
  const onStep = (taken: unknown) => void (taken !== 'elsewhere' && told.push(taken));
  await Promise.all(Array.from({ length: 4 }, () => migratePostgres(database.url, { onStep })));
  expect(told).toEqual([{ step: 1, of: 1 }]);
  await Promise.all(Array.from({ length: 4 }, () => migratePostgres(database.url, { known: KNOWN })));
  await database.query(`UPDATE kysely_migration SET timestamp = '2001-01-01T00:00:00.000Z' WHERE name = '9998-two'`);
  await migratePostgres(database.url, { known: { ...KNOWN, '9999-more': step('SELECT 1') } });
});
