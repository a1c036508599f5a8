import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import pg from 'pg';
import { connectionTo } from './connection-to.ts';
import { migrations } from '../migrations/migrations.ts';

// Any number will do that every release of this program shares.
const MIGRATION_LOCK = 5_371_020_264;

/** Brings the schema up to date in one transaction; of several nodes that start together one does it. */
export async function migratePostgres(url: string): Promise<void> {
  const { connectionString, Client } = connectionTo(url);
  const pool = new pg.Pool({ connectionString, Client, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const holder = await pool.connect();
  try {
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!(await isUpToDate(holder))) await migrate(pool);
  } finally {
    // The lock ends with its connection.
    holder.release(true);
    await pool.end();
  }
}

// One that knows more steps than this release is left alone: a newer release has been here, and keeps us running.
async function isUpToDate(client: pg.ClientBase): Promise<boolean> {
  const { rows: found } = await client.query<{ table: string | null }>(
    `SELECT to_regclass('kysely_migration')::text AS "table"`,
  );
  if (found[0]?.table == null) return false;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(migrations).every((name) => done.has(name));
}

async function migrate(pool: pg.Pool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const steps = Object.entries(migrations).map(([name, step]): [string, Migration] => [name, inOurOrder(step)]);
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
