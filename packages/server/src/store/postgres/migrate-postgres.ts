import { Kysely, PostgresDialect, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import pg from 'pg';
import { connectionTo } from './connection-to.ts';
import { migrations } from '../migrations/migrations.ts';
import { refuseEarlier, refuseNewer, releaseAfter, type StoreRelease } from '../release.ts';

// Any number will do that every release of this program shares.
const MIGRATION_LOCK = 5_371_020_264;

/**
 * Brings the schema up to date in one transaction; of several nodes that start together one does it. Tests know fewer
 * steps, to see the others taken.
 */
export async function migratePostgres(url: string, known = migrations): Promise<void> {
  const { connectionString, Client } = connectionTo(url);
  const pool = new pg.Pool({ connectionString, Client, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const holder = await pool.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (await hasTable(holder, 'store_state')) refuseNewer(await storeRelease(holder));
    const done = await stepsDone(holder);
    refuseEarlier(done);
    // One that has more steps than this release knows is left alone: a newer release has been here, and keeps us running.
    if (!Object.keys(known).every((name) => done.has(name))) await migrate(pool, known);
    await noteRelease(holder);
  } finally {
    // The lock ends with its connection.
    holder.release(true);
    await pool.end();
  }
}

async function stepsDone(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  if (!(await hasTable(client, 'kysely_migration'))) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
  return new Set(rows.map(({ name }) => name));
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [name]);
  return rows.length > 0;
}

// As JSON, for older schemas have no such columns.
async function storeRelease(client: pg.ClientBase): Promise<StoreRelease> {
  const { rows } = await client.query<{ state: Partial<StoreRelease> }>(
    'SELECT to_jsonb(store_state) AS state FROM store_state',
  );
  return { release: '', oldest_release: '', ...rows[0]?.state };
}

async function noteRelease(client: pg.ClientBase): Promise<void> {
  const before = await storeRelease(client);
  const after = releaseAfter(before);
  if (after === before) return;
  const values = [after.release, after.oldest_release];
  await client.query('UPDATE store_state SET release = $1, oldest_release = $2', values);
}

async function migrate(pool: pg.Pool, known: typeof migrations): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const steps = Object.entries(known).map(([name, step]): [string, Migration] => [name, inOurOrder(step)]);
  // Most starts have nothing to do, and do without.
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(Object.fromEntries(steps)) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('the database could not be migrated', { cause: error });
}

function inOurOrder(step: Migration): Migration {
  return {
    async up(db) {
      await step.up(db);
      await ORDER_BY_BYTES.execute(db);
    },
  };
}

// Texts are compared by their bytes, as SQLite does, whatever language the database was made for.
const ORDER_BY_BYTES = sql`DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT LIKE 'kysely%' AND a.atttypid = 'text'::regtype AND NOT a.attisdropped
      AND a.attcollation <> '"C"'::regcollation
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN %I TYPE text COLLATE "C"', one.relname, one.attname);
  END LOOP;
END $$`;
