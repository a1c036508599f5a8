import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { RELEASE } from '../release.ts';
import { migrateSqlite } from './migrate-sqlite.ts';

function schemaOf(db: DatabaseSync): unknown {
  return db.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all();
}

it('leaves nothing behind when it is cut off, so that the next start can do it', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('PRAGMA max_page_count = 12');
  await expect(migrateSqlite(db)).rejects.toThrow('migrated');
  expect(schemaOf(db)).toEqual([]);
  db.exec('PRAGMA max_page_count = 10000');
  await migrateSqlite(db);
  expect(db.prepare('SELECT epoch FROM store_state').get()).toEqual({ epoch: 1 });
});

it('refuses a file with a step of a newer release, and leaves it as it is', async () => {
  const db = new DatabaseSync(':memory:');
  await migrateSqlite(db);
  db.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-later', '')`);
  db.exec(`UPDATE store_state SET release = '99.1.0'`);
  const before = schemaOf(db);
  await expect(migrateSqlite(db)).rejects.toThrow(
    `changed by release 99.1.0 of Setpoint, and this release, ${RELEASE}, cannot run on it; start 99.1.0 or a newer release`,
  );
  expect([db.isTransaction, schemaOf(db)]).toEqual([false, before]);
});
