import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
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
