import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { ofTests } from '../../../testing/of-tests.ts';
import { defineWrite } from '../define-write.ts';
import { longRead, urgentRead } from '../long-read.ts';
import { onBehalfOf } from '../on-behalf-of.ts';
import { probeStore } from '../probe-store.ts';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';
import { MOST_READS_OF_CALLER } from './create-reader.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const CONNECTIONS = 6;
const shareOfEight = statement<{ by: number }>()(({ db, param }) =>
  db.selectNoFrom(sql<number>`8 / CAST(${param('by')} AS INTEGER)`.as('share')),
);
const readShare = (tx: Tx, input: { by: number }) => tx.first(shareOfEight, input);
const GATE = 4_711;
const throughGate = statement<Record<string, never>>()(({ db }) =>
  db.selectNoFrom(sql<string>`CAST(pg_advisory_xact_lock_shared(${sql.lit(GATE)}) AS TEXT)`.as('passed')),
);

const database = await ofTests(createTestDatabase());
const shared = { url: database.url, connections: CONNECTIONS, isUnsafeAllowed: true };
const store = await ofTests(openPostgresStore({ ...shared, onLost: () => undefined }));

it('answers a short reader beside any number that take long', async () => {
  const gate = Promise.withResolvers<void>();
  const inside = Promise.withResolvers<void>();
  const readLong = async (tx: Tx) => {
    await tx.first(shareOfEight, { by: 1 });
    await tx.first(shareOfEight, { by: 2 });
    inside.resolve();
    await gate.promise;
    return tx.first(shareOfEight, { by: 4 });
  };
  const long = Array.from({ length: 2 * CONNECTIONS }, () => store.read(readLong, undefined));
  await inside.promise;
  await expect(store.read(readShare, { by: 8 })).resolves.toEqual({ share: 1 });
  const readTwice = urgentRead(async (tx: Tx) => [
    await tx.first(shareOfEight, { by: 4 }),
    await tx.first(shareOfEight, { by: 2 }),
  ]);
  await expect(store.read(readTwice, undefined)).resolves.toEqual([{ share: 2 }, { share: 4 }]);
  gate.resolve();
  expect(new Set((await Promise.all(long)).map((one) => one?.share))).toEqual(new Set([2]));
});

it('answers short and urgent readers before many of whom each reads much', async () => {
  const gate = new pg.Client(database.url);
  await gate.connect();
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  const readMuch = longRead((tx: Tx) => tx.first(throughGate, {}));
  let answered = 0;
  const many = Array.from({ length: 40 }, () => store.read(readMuch, undefined).then(() => (answered += 1)));
  await new Promise(setImmediate);
  await expect(store.read(readShare, { by: 8 })).resolves.toEqual({ share: 1 });
  expect(answered).toBe(0);
  await gate.end();
  await Promise.all(many);
});

it('makes urgent writes before many that wait for a connection', async () => {
  const gate = new pg.Client(database.url);
  await gate.connect();
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  const wait = defineWrite({ name: 'wait', record: 'a test', run: (tx: Tx) => tx.first(throughGate, {}) });
  let written = 0;
  const many = Array.from({ length: 40 }, () => store.write(wait, undefined).then(() => (written += 1)));
  await new Promise(setImmediate);
  await store.write(probeStore, { now: 1 });
  expect(written).toBe(0);
  await gate.end();
  await Promise.all(many);
});

describe('beside a caller that asks for much', () => {
  let [underWay, mostUnderWay] = [0, 0];
  const answered: string[] = [];
  const readAs = async (caller: string) => {
    // Those have one connection, so they are answered in the order in which they went.
    const counted = longRead(async (tx: Tx) => {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      return await tx.first(shareOfEight, { by: 8 }).finally(() => (underWay -= 1));
    });
    await onBehalfOf(caller, () => store.read(counted, undefined));
    answered.push(caller);
  };
  beforeEach(() => {
    [underWay, mostUnderWay] = [0, 0];
    answered.length = 0;
  });

  it('no more of its reads are under way than may, and each is answered', async () => {
    await Promise.all(Array.from({ length: 500 }, () => readAs('heavy')));
    expect(mostUnderWay).toBe(MOST_READS_OF_CALLER);
    expect(answered).toHaveLength(500);
  });

  it('others are answered with the next that go, in turn', async () => {
    const heavy = Array.from({ length: 500 }, () => readAs('heavy'));
    const light = ['b', 'c', 'd'].map((caller) => readAs(caller));
    await Promise.all(light);
    expect(answered.slice(0, MOST_READS_OF_CALLER).filter((caller) => caller !== 'heavy')).toEqual(['b', 'c', 'd']);
    await Promise.all(heavy);
  });
});
