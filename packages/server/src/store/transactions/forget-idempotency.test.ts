import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrateSqlite } from '../sqlite/migrate-sqlite.ts';
import { openForWriting } from '../sqlite/open-database.ts';
import { createSqliteTx } from '../sqlite/sqlite-tx.ts';
import { forgetIdempotency } from './forget-idempotency.ts';

it('forgets the oldest keys first, and none that is still young', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-forget-'));
  const db = openForWriting(join(folder, 'setpoint.sqlite'));
  await migrateSqlite(db);
  db.exec("INSERT INTO site VALUES ('s', 's', 'UTC', 0, 0, '')");
  for (const [key, at] of [
    ['old', 1],
    ['older', 0],
    ['young', 10],
    ['last', 2],
  ] as const) {
    db.exec(`INSERT INTO idempotency VALUES ('c', '${key}', 's', 'h', 'b', 1, 1, ${at})`);
  }
  const tx = createSqliteTx(db);
  const kept = () =>
    db
      .prepare('SELECT key FROM idempotency ORDER BY created_at')
      .all()
      .map((row) => row['key']);
  await forgetIdempotency(tx, { before: 10, limit: 2 });
  expect(kept()).toEqual(['last', 'young']);
  await forgetIdempotency(tx, { before: 10, limit: 2 });
  await forgetIdempotency(tx, { before: 10, limit: 2 });
  expect(kept()).toEqual(['young']);
  db.close();
  rmSync(folder, { recursive: true });
});
