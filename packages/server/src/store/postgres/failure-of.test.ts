import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { lookUntil } from '../../../testing/look-until.ts';
import { inEachTest, ofTest } from '../../../testing/of-tests.ts';
import { type Proxy, startProxy } from '../../../testing/start-proxy.ts';
import { defineWrite } from '../define-write.ts';
import { probeStore } from '../probe-store.ts';
import { statement } from '../statement.ts';
import type { Store } from '../store.ts';
import type { Tx } from '../tx.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const probedAt = statement<Record<string, never>>()(({ db }) => db.selectFrom('store_state').select('probed_at'));
const none = statement<Record<string, never>>()(({ db }) => db.selectNoFrom(sql<number>`1 / 0`.as('none')));
const read = (tx: Tx) => tx.first(probedAt, {});
const lookFirst = defineWrite({ name: 'lookFirst', record: 'not recorded: a test', run: read });
const PASSING = { outcome: 'not-applied', isPassing: true };

const database = inEachTest(() => ofTest(createTestDatabase()));
let proxy: Proxy;
let store: Store;

beforeEach(async () => {
  proxy = await ofTest(startProxy());
  const connecting = { url: proxy.through(database.url), connections: 4, onLost: () => undefined };
  store = await ofTest(openPostgresStore({ ...connecting, isUnsafeAllowed: false }));
});

const write = () => store.write(probeStore, { now: 1 });

it('a database that cannot be reached is away, for reads and for writes', async () => {
  await Promise.all([write(), store.read(read, undefined)]);
  proxy.onRequest = () => proxy.cut();
  await expect(store.write(lookFirst, undefined)).rejects.toMatchObject(PASSING);
  await expect(store.read(read, undefined)).rejects.toMatchObject(PASSING);
  proxy.onRequest = ({ pass }) => pass();
  await expect(write()).resolves.toBeUndefined();
});

it('a server that takes no more connections is away', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`CREATE ROLE ${name}_one LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
  await database.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}_one`);
  const url = Object.assign(new URL(database.url), { username: `${name}_one`, password: 'x' }).href;
  await database.query(`ALTER ROLE ${name}_one CONNECTION LIMIT 3`);
  const limited = await openPostgresStore({ url, connections: 4, isUnsafeAllowed: false, onLost: () => undefined });
  await database.query(`ALTER ROLE ${name}_one CONNECTION LIMIT 0`);
  await expect(limited.write(probeStore, { now: 1 })).rejects.toMatchObject({
    ...PASSING,
    cause: { cause: { code: '53300' } },
  });
  await expect(limited.read(read, undefined)).rejects.toMatchObject(PASSING);
  await limited.close();
  await database.query(`DROP OWNED BY ${name}_one; DROP ROLE ${name}_one`);
});

it('a server that became a standby is away, and connections to it are given up', async () => {
  await write();
  const name = new URL(database.url).pathname.slice(1);
  await database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  const failed = await lookUntil(
    () => write().then(String, (cause: unknown) => cause),
    (cause) => cause instanceof Error && cause.message.includes('read-only'),
  );
  expect(failed).toMatchObject({ ...PASSING, cause: { code: '25006' } });
  await database.query(`SET TRANSACTION READ WRITE;
    ALTER DATABASE ${name} SET default_transaction_read_only = off`);
  await expect(write()).resolves.toBeUndefined();
});

it('a lock that is not to be had passes, and what is wrong by itself does not', async () => {
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE store_state IN ACCESS EXCLUSIVE MODE');
  await expect(write()).rejects.toMatchObject({ ...PASSING, cause: { code: '55P03' } });
  await holder.end();
  const failing = store.read((tx: Tx) => tx.first(none, {}), undefined);
  await expect(failing).rejects.toMatchObject({ outcome: 'not-applied', isPassing: false });
  const wrong = store.read(() => Promise.reject(new TypeError('a bug')), undefined);
  await expect(wrong).rejects.toMatchObject({ outcome: 'not-applied', isPassing: false });
});
