import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { FREELY } from '../deal-turns.ts';
import { gatherReads } from './gather-reads.ts';
import { gatherStatements } from './gather-statements.ts';
import { openPool } from './open-pool.ts';
import { NotRun } from './statement-batch.ts';

const statement = (text: string, ...values: (string | number | null)[]) => ({ name: text, text, values });
const ONE = statement('SELECT 1 AS one');
const HALF = statement('SELECT 1 / $1::integer AS share', 0);

describe('statements that leave together', async () => {
  const database = await ofTests(createTestDatabase('empty'));
  const pool = openPool({ url: database.url, connections: 2, onLost: () => undefined });
  let client = await pool.connect();
  afterAll(async () => {
    client.release();
    await pool.end();
  });

  it('are answered each with its rows, the first time and with their plans', async () => {
    const ask = gatherStatements(client);
    const echo = (value: number) => statement('SELECT $1::bigint AS value, $2::text AS text', value, null);
    for (let time = 0; time < 2; time += 1) {
      const results = await Promise.all([ask(ONE), ask(echo(2 ** 40)), ask(statement('VALUES (1), (2)')), ask(ONE)]);
      expect(results.map(({ rows }) => rows)).toEqual([
        [{ one: 1 }],
        [{ value: 2 ** 40, text: null }],
        [{ column1: 1 }, { column1: 2 }],
        [{ one: 1 }],
      ]);
    }
  });

  it('are answered all of them, however many', async () => {
    const ask = gatherStatements(client);
    const echo = (value: number) => ask(statement('SELECT $1::bigint AS value', value));
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => echo(index)));
    expect(results.map(({ rows }) => rows[0]?.['value'])).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('are not run behind one that fails, which alone says why', async () => {
    const ask = gatherStatements(client);
    for (let time = 0; time < 2; time += 1) {
      const [before, failed, behind] = await Promise.allSettled([ask(ONE), ask(HALF), ask(ONE)]);
      expect(before.status).toBe('fulfilled');
      expect(failed).toMatchObject({ reason: { code: '22012' } });
      expect(behind.status === 'rejected' && behind.reason).toBeInstanceOf(NotRun);
    }
    await expect(ask(ONE)).resolves.toMatchObject({ rows: [{ one: 1 }] });
  });

  it('are answered when this process was busy for longer than an answer may take', async () => {
    const ask = gatherStatements(client);
    const asked = Promise.all([ask(ONE, 200), ask(statement('SELECT pg_sleep(0.01) AS slept'), 200)]);
    // They leave at the end of this turn. The next takes long, and leaves the processor to the server.
    await new Promise((resolve) => setImmediate(resolve));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, 2_000);
    await expect(asked).resolves.toMatchObject([{ rows: [{ one: 1 }] }, {}]);
    await expect(ask(statement('SELECT pg_sleep(60)'), 50)).rejects.toThrow('did not answer within 50 ms');
    client.release(true);
    client = await pool.connect();
  });

  it('are planned anew when a table has changed', async () => {
    const ask = gatherStatements(client);
    const all = statement('SELECT * FROM growing');
    await database.query('CREATE TABLE growing AS SELECT 1 AS a');
    await expect(ask(all)).resolves.toMatchObject({ rows: [{ a: 1 }] });
    await database.query('ALTER TABLE growing ADD COLUMN b integer DEFAULT 2');
    await expect(ask(all)).rejects.toMatchObject({ code: '0A000' });
    await expect(ask(all)).resolves.toMatchObject({ rows: [{ a: 1, b: 2 }] });
  });

  it('fail together where there is no connection, and none joins those that have failed', async () => {
    const nowhere = Object.assign(new URL(database.url), { port: '1' }).href;
    const unreachable = openPool({ url: nowhere, connections: 2, onLost: () => undefined });
    const read = gatherReads(unreachable, FREELY);
    // One reader asks again in the instant in which it fails, the other later.
    const again = read(ONE).catch(() => read(ONE));
    await expect(read(ONE)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await expect(again).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await expect(read(ONE)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await unreachable.end();
  });

  it('may be those of many readers, on as few connections as there are', async () => {
    const read = gatherReads(pool, FREELY);
    const results = await Promise.allSettled([read(ONE), read(HALF), ...Array.from({ length: 98 }, () => read(ONE))]);
    const codes = results.flatMap((one) =>
      one.status === 'rejected' && one.reason instanceof pg.DatabaseError ? one.reason.code : [],
    );
    expect(codes).toEqual(['22012']);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(80);
  });
});
