import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { defineWrite } from '../define-write.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const CODES = ['40001', '40P01', '55P03'];
const FAIL_WITH = `CREATE FUNCTION fail_with(code TEXT, after_s FLOAT) RETURNS INTEGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_sleep(after_s);
  IF code <> '' THEN RAISE EXCEPTION 'lost' USING ERRCODE = code; END IF;
  RETURN 1;
END $$`;

const one = statement<{ code: string; afterS: number }>()(({ db, param }) =>
  db.selectNoFrom(sql<number>`fail_with(CAST(${param('code')} AS TEXT), CAST(${param('afterS')} AS FLOAT))`.as('one')),
);

describe('what loses to somebody beside it', async () => {
  const database = await ofTests(createTestDatabase());
  await database.query(FAIL_WITH);
  await database.query('CREATE TABLE one AS SELECT 1 AS n; CREATE TABLE other AS SELECT 1 AS n');
  const shared = { url: database.url, connections: 6, isUnsafeAllowed: false };
  const store = await ofTests(openPostgresStore({ ...shared, onLost: () => undefined }));

  /** Loses so often, and then no more. */
  function losing(code: string, times: number) {
    let tried = 0;
    return {
      tried: () => tried,
      work: (tx: Tx) => tx.first(one, { code: (tried += 1) <= times ? code : '', afterS: 0 }),
    };
  }

  it.each(CODES)('is read again after %s, of several statements too, and written again', async (code) => {
    const again = losing(code, 2).work;
    const readTwice = async (tx: Tx) => [await tx.first(one, { code: '', afterS: 0 }), await again(tx)];
    const write = defineWrite({ name: 'lose', record: 'not recorded: a test', run: losing(code, 3).work });
    await expect(store.read(losing(code, 3).work, undefined)).resolves.toEqual({ one: 1 });
    await expect(store.read(readTwice, undefined)).resolves.toEqual([{ one: 1 }, { one: 1 }]);
    await expect(store.write(write, undefined)).resolves.toEqual({ one: 1 });
  });

  it('is given up after some attempts, with its cause', async () => {
    const { work, tried } = losing('40P01', 100);
    await expect(store.read(work, undefined)).rejects.toMatchObject({
      outcome: 'not-applied',
      cause: { code: '40P01' },
    });
    expect(tried()).toBe(5);
  });

  it('takes nobody along that was asked with it, however long it took to fail', async () => {
    const slow = { code: '22012', afterS: 1.2 };
    const asked = [slow, ...Array.from({ length: 8 }, () => ({ code: '', afterS: 0 })), slow];
    const read = (tx: Tx, input: { code: string; afterS: number }) => tx.first(one, input);
    const outcomes = await Promise.allSettled(asked.map((input) => store.read(read, input)));
    const failed = outcomes.map(({ status }) => status === 'rejected');
    expect(failed).toEqual([true, ...Array.from({ length: 8 }, () => false), true]);
  });

  it('is a read that waited for a migration, whose plans are good no more, and it is answered', async () => {
    const everything = statement<Record<string, never>>()(({ db }) =>
      db.selectFrom(sql<{ n: number }>`one`.as('one')).selectAll(),
    );
    const readAll = (tx: Tx) => tx.first(everything, {});
    await expect(store.read(readAll, undefined)).resolves.toEqual({ n: 1 });
    const migration = new pg.Client(database.url);
    await migration.connect();
    await migration.query('BEGIN; ALTER TABLE one ADD COLUMN more INTEGER');
    const reading = store.read(readAll, undefined);
    await migration.query('SELECT pg_sleep(1.2)');
    await migration.query('COMMIT');
    await migration.end();
    await expect(reading).resolves.toEqual({ n: 1, more: null });
  });
});
