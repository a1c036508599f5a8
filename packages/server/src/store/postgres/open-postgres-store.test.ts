import type { BatchId, ClientId, SiteId } from '@setpoint/contract';
import { parseBatch, seriesOf } from '@setpoint/core';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Proxy, startProxy } from '../../../testing/start-proxy.ts';
import type { Store } from '../store.ts';
import { decideSchedules, saveSchedules, applySchedules } from '../../schedules/apply-schedules.ts';
import { readSchedule } from '../../gateway/snapshots/read-schedule.ts';
import { readSite } from '../../sites/read-site.ts';
import { queryDatabase } from './query-database.ts';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { inEachTest, ofTest } from '../../../testing/of-tests.ts';
import { listPartitions, dropPartition, makePartition } from '../partitions/partition.ts';
import { openPool } from './open-pool.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createPreparer } from './create-postgres-tx.ts';
import { runTransaction } from './run-transaction.ts';
import { openPostgresStore } from './open-postgres-store.ts';
import { newSite } from '../../../testing/new-site.ts';
import { probeStore } from '../probe-store.ts';
import { numberedId } from '../../../testing/numbered-id.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);

const FAR_AHEAD = { fromAt: Date.UTC(2100, 0, 1), toAt: Date.UTC(2100, 0, 2) };
const CONNECTIONS = 6;
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;

describe('a store on PostgreSQL', () => {
  const database = inEachTest(() => ofTest(createTestDatabase()));
  let proxy: Proxy;
  let store: Store;

  beforeEach(async () => {
    proxy = await ofTest(startProxy());
    store = await ofTest(open(proxy.through(database.url)));
    await newSite(store, NOW, { siteId: SITE, siteName: 'Nord' });
    await apply(1);
  });

  it('says that nothing was applied when the connection breaks before the commit is sent', async () => {
    proxy.onRequest = ({ bytes, pass }) => (bytes.includes('BEGIN') ? proxy.cut() : pass());
    await expect(apply(2)).rejects.toMatchObject({ outcome: 'not-applied' });
    await expect(versions()).resolves.toEqual([1]);
  });

  it('leaves open what a commit did that got no answer', async () => {
    proxy.onRequest = ({ bytes, pass }) => (bytes.includes('COMMIT') ? proxy.cut() : pass());
    await expect(apply(2)).rejects.toMatchObject({ outcome: 'unknown' });
    proxy.onRequest = ({ pass }) => pass();
    proxy.onAnswer = ({ bytes, pass }) => (bytes.includes('COMMIT\0') ? proxy.cut() : pass());
    await expect(apply(3)).rejects.toMatchObject({ outcome: 'unknown' });
    // This one did commit.
    await expect(versions()).resolves.toEqual([1, 2]);
    proxy.onAnswer = ({ pass }) => pass();
    await expect(apply(4)).resolves.toMatchObject({ kind: 'accepted', version: 3 });
  });

  it('waits for a commit no longer than its deadline', async () => {
    proxy.onAnswer = ({ bytes, pass }) => bytes.includes('COMMIT\0') || pass();
    const startedAt = performance.now();
    await expect(apply(2)).rejects.toMatchObject({ outcome: 'unknown' });
    expect(performance.now() - startedAt).toBeGreaterThan(4_900);
    await expect(versions()).resolves.toEqual([1, 2]);
  });

  it('waits for a site that somebody else holds no longer than a lock may take, and for others not at all', async () => {
    const holder = new pg.Client(database.url);
    await holder.connect();
    await holder.query(`BEGIN; SELECT 1 FROM site WHERE site_id = '${SITE}' FOR UPDATE`);
    const waiting = apply(2);
    await expect(store.write(probeStore, { now: NOW })).resolves.toBeUndefined();
    await expect(waiting).rejects.toMatchObject({ outcome: 'not-applied' });
    await expect(store.read(readSite, { siteId: SITE })).resolves.toMatchObject({ version: 1 });
    await holder.query('COMMIT');
    await holder.end();
    await expect(apply(3)).resolves.toMatchObject({ kind: 'accepted', version: 2 });
  });

  it('gives each batch a version of its own, whichever of two nodes takes it', async () => {
    const other = await open(database.url);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => apply(index + 2, index % 2 === 0 ? store : other)),
    );
    const given = outcomes.map((outcome) => (outcome.kind === 'accepted' ? outcome.version : outcome.kind));
    expect(given.toSorted((one, next) => Number(one) - Number(next))).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 2),
    );
    await other.close();
  });

  it('takes it for an error when two batches are given one number, as if a lock had been forgotten', async () => {
    const pool = openPool({ url: database.url, connections: 2, onLost: () => undefined });
    const by = { pool, prepare: createPreparer(), secrets: createSecretBox([]) };
    const decided = Promise.withResolvers<void>();
    let deciding = 2;
    // They lie in different partitions, which no unique number could span.
    const outcomes = await Promise.allSettled(
      [NOW, NOW + 60 * 86_400_000].map((now, index) =>
        runTransaction(by, async (tx) => {
          const decision = await decideSchedules(tx, { ...batchOf(index + 2), now });
          deciding -= 1;
          if (deciding === 0) decided.resolve();
          await decided.promise;
          return decision.kind === 'decided' ? saveSchedules(tx, decision) : decision;
        }),
      ),
    );
    await pool.end();
    const [refused] = outcomes.filter(({ status }) => status === 'rejected');
    expect(outcomes).toContainEqual({ status: 'fulfilled', value: expect.objectContaining({ version: 2 }) });
    expect(refused).toMatchObject({ reason: { outcome: 'not-applied', cause: { code: '23502', column: 'version' } } });
    await expect(versions()).resolves.toEqual([1, 2]);
  });

  it('reads a revision and the commands that it names as of one instant', async () => {
    await store.read(readSchedule, { siteId: SITE });
    const valueByRevision = new Map<string, number | undefined>();
    const progress = { value: 1 };
    const writing = (async () => {
      for (; progress.value < 60; progress.value += 1) await apply(progress.value + 1);
    })();
    while (progress.value < 60) {
      const schedule = await store.read(readSchedule, { siteId: SITE });
      const [text = ''] = schedule?.commands.values() ?? [];
      const value = seriesOf(text)[0]?.value;
      const version = Number(schedule?.revision.split('.')[1]);
      valueByRevision.set(schedule?.revision ?? '', value);
      expect(value).toBe(version);
    }
    await writing;
    expect(valueByRevision.size).toBeGreaterThan(1);
  });

  function batchOf(value: number) {
    const entry = { startAt: '2026-10-25T00:00:00Z', endAt: '2026-10-26T00:00:00Z', value };
    const batch = parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }] });
    return {
      siteId: SITE,
      clientId: numberedId(0) as ClientId,
      batchId: numberedId(value) as BatchId,
      now: NOW,
      batch,
    };
  }

  const apply = (value: number, by = store) => by.write(applySchedules, batchOf(value));

  async function versions(): Promise<unknown[]> {
    return (await database.query('SELECT version FROM batch ORDER BY version')).map(({ version }) => version);
  }
});

describe('the start on PostgreSQL', () => {
  it.each([
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
  ])('is refused while %s is %s, unless that was chosen', async (setting, value) => {
    await using database = await createTestDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
    await expect(open(database.url)).rejects.toThrow(`${setting} is ${value}`);
    const store = await open(database.url, { isUnsafeAllowed: true });
    await store.close();
  });

  it('of two nodes together makes one schema, in which texts are ordered by their bytes', async () => {
    await using database = await createTestDatabase('empty');
    const stores = await Promise.all([open(database.url), open(database.url)]);
    await Promise.all(stores.map((store) => store.close()));
    const others =
      await database.query(`SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely%'
        AND a.atttypid = 'text'::regtype AND a.attcollation <> '"C"'::regcollation`);
    expect(others).toEqual([]);
  });

  it('lets a role that may only read and write rows serve what another one has made', async () => {
    await using database = await createTestDatabase('empty');
    const name = new URL(database.url).pathname.slice(1);
    const as = (role: string) =>
      Object.assign(new URL(database.url), { username: `${name}_${role}`, password: 'x' }).href;
    const [migrator, app, stranger] = [`${name}_migrator`, `${name}_app`, `${name}_stranger`];
    for (const role of [migrator, app, stranger]) await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    await database.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    await database.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${migrator}`);
    await database.query(`GRANT USAGE ON SCHEMA public TO ${app}, ${stranger}`);
    await database.query(`ALTER DEFAULT PRIVILEGES FOR ROLE ${migrator} IN SCHEMA public
      GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${app}`);
    await expect(open(as('app'))).rejects.toThrow('migrated');
    await (await open(as('migrator'))).close();
    const store = await open(as('app'));
    await expect(store.write(probeStore, { now: NOW })).resolves.toBeUndefined();
    // It makes and drops partitions by functions of the other one, which serve nobody else.
    const partitions = (['measurement_1', 'batch'] as const).map((of) => ({ of, ...FAR_AHEAD }));
    for (const partition of partitions) await store.write(makePartition, partition);
    await expect(store.read(listPartitions, {})).resolves.toEqual(expect.arrayContaining(partitions));
    for (const which of [`partition('measurement_1_0_1')`, `batch_partition('batch_0_1')`])
      await expect(queryDatabase(as('stranger'), `SELECT setpoint_drop_${which}`)).rejects.toThrow('permission denied');
    for (const which of [`partition('site')`, `batch_partition('batch')`])
      await expect(database.query(`SELECT setpoint_drop_${which}`)).rejects.toThrow('no partition');
    for (const partition of partitions) await store.write(dropPartition, partition);
    await expect(store.read(listPartitions, {})).resolves.not.toContainEqual(expect.objectContaining(FAR_AHEAD));
    await store.close();
    for (const role of [migrator, app, stranger])
      await database.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
  });

  it.each(['CREATE TABLE measurement', 'CREATE TABLE batch_other'])(
    'goes on with a schema that was cut off at %s, and leaves nothing of the half',
    async (cutAt) => {
      await using database = await createTestDatabase('empty');
      await using proxy = await startProxy();
      proxy.onRequest = ({ bytes, pass }) => (bytes.includes(cutAt) ? proxy.cut() : pass());
      await expect(open(proxy.through(database.url))).rejects.toThrow('migrated');
      await expect(database.query(`SELECT to_regclass('site') AS site`)).resolves.toEqual([{ site: null }]);
      const store = await open(database.url);
      await expect(store.write(probeStore, { now: NOW })).resolves.toBeUndefined();
      await store.close();
    },
  );
});

function open(url: string, { isUnsafeAllowed = false } = {}): Promise<Store> {
  return openPostgresStore({ url, connections: CONNECTIONS, isUnsafeAllowed, onLost: () => undefined });
}
