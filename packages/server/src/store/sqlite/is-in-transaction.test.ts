import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { isInTransaction } from './is-in-transaction.ts';

it('a transaction is seen from its beginning to its end, also where Node does not tell, and goes on', () => {
  const db = new DatabaseSync(':memory:');
  const older = { exec: (text: string) => db.exec(text) };
  const seen = () => [isInTransaction(db), isInTransaction(older)];
  expect(seen()).toEqual([false, false]);
  db.exec('BEGIN; CREATE TABLE kept (id)');
  expect(seen()).toEqual([true, true]);
  db.exec('SAVEPOINT one; INSERT INTO kept VALUES (1); RELEASE one; COMMIT');
  expect(seen()).toEqual([false, false]);
  expect(db.prepare('SELECT id FROM kept').all()).toHaveLength(1);
});
