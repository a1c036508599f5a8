import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type { Migrator } from 'kysely/migration';
import pg from 'pg';
import type { OnMigration } from '../migrations/migration-progress.ts';
import { FIRST_STEP, migrations } from '../migrations/migrations.ts';
import type { Step } from '../migrations/step.ts';
import { releaseAfter } from '../release.ts';
import { type AskSql, readFitState, readSchemaState } from '../schema-state.ts';
import { isConflict } from './is-conflict.ts';

// Any number will do that every release of this program shares.
const MIGRATION_LOCK = 5_371_020_264;

type Steps = Readonly<Record<string, Step>>;

/** How patient a migration is with those who use its tables. */
interface LockPatience {
  /** While it waits for a lock, all others wait behind it. */
  readonly withinMs: number;
  readonly longestPauseMs: number;
  /** Who reads for long, such as a backup, is waited for. */
  readonly giveUpAfterMs: number;
}

export const LOCK_PATIENCE: LockPatience = { withinMs: 300, longestPauseMs: 5_000, giveUpAfterMs: 600_000 };

interface Migrating {
  /** Told before each step; of those that another node takes, nothing is known here. */
  readonly onStep: OnMigration;
  readonly known: Steps;
  readonly patience: LockPatience;
}

const ALL: Migrating = { onStep: () => undefined, known: migrations, patience: LOCK_PATIENCE };

/**
 * Brings the schema up to date, each step in a transaction of its own; of several nodes that start together one does
 * it. One that ends in between leaves a store that the next start goes on with. Tests know fewer steps, to see the
 * others taken.
 */
export async function migratePostgres(url: string, given: Partial<Migrating> = {}): Promise<void> {
  const migrating = { ...ALL, ...given };
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Who has nothing to do waits for nobody who has.
    if (await isUpToDate(client, migrating.known)) return;
    migrating.onStep('elsewhere');
    // The steps are taken on the connection that holds the lock: if it breaks, both are over.
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { done } = await readFitState(askDatabase(client), 'postgres');
    if (!hasAll(done, migrating.known)) await takeSteps(client, done, migrating);
    await noteRelease(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

async function isUpToDate(client: pg.ClientBase, known: Steps): Promise<boolean> {
  const { done, release } = await readFitState(askDatabase(client), 'postgres');
  return hasAll(done, known) && (release === undefined || releaseAfter(release) === release);
}

// One that has more steps than this release knows is left alone: a newer release has been here, and keeps us running.
function hasAll(done: ReadonlySet<string>, known: Steps): boolean {
  return Object.keys(known).every((name) => done.has(name));
}

export function askDatabase(client: pg.ClientBase): AskSql {
  return async (text) => (await client.query<Record<string, unknown>>(text)).rows;
}

async function noteRelease(client: pg.ClientBase): Promise<void> {
  const { release: before } = await readSchemaState(askDatabase(client), 'postgres');
  const after = before && releaseAfter(before);
  if (after === undefined || after === before) return;
  const values = [after.release, after.oldest_release];
  await client.query('UPDATE store_state SET release = $1, oldest_release = $2', values);
}

async function takeSteps(client: pg.Client, done: ReadonlySet<string>, migrating: Migrating): Promise<void> {
  const { known, onStep, patience } = migrating;
  const names = Object.keys(known);
  // The first step makes all tables as they are declared: the others have nothing to do, and come in one transaction.
  const isNew = done.size === 0;
  const prepared = Object.entries(known).map(([name, step]): [string, Step] => [
    name,
    {
      async up(db) {
        if (isNew && name !== FIRST_STEP) return;
        await lockTables(db, step, patience.withinMs);
        await step.up(db);
        await ORDER_BY_BYTES.execute(db);
        // With the first step already: who cannot run beside us must not start on a half of our schema either.
        await noteRelease(client);
      },
    },
  ]);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  // Most starts have nothing to do, and do without.
  const { Migrator } = await import('kysely/migration');
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(prepared)) };
  // Steps have the time of the node that took them, and the clocks of two may differ.
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  for (const [index, name] of names.entries()) {
    if (done.has(name) || (isNew && index < names.length - 1)) continue;
    onStep({ step: index + 1, of: names.length });
    await takeStep(migrator, name, patience);
  }
}

/** One connection is all that Kysely gets, however often it asks for one. */
function poolOf(client: pg.Client): PostgresPool {
  const query = (text: string, values: readonly unknown[]) => client.query<never>(text, [...values]);
  // Of what a connection can do, Kysely uses no more as long as nobody streams.
  const one = { query, release: () => undefined } as unknown as PostgresPoolClient;
  return { connect: () => Promise.resolve(one), end: () => Promise.resolve(), options: {} };
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

const FIRST_PAUSE_MS = 100;

/** Takes the steps up to one of them, in a transaction of their own; again and again while its tables are in use. */
async function takeStep(migrator: Migrator, name: string, patience: LockPatience): Promise<void> {
  const giveUpAt = performance.now() + patience.giveUpAfterMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, patience.longestPauseMs)) {
    const { error } = await migrator.migrateTo(name);
    if (error === undefined) return;
    if (!isConflict(error) || performance.now() >= giveUpAt)
      throw new Error(`the database could not be migrated: step ${name}`, { cause: error });
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

/** Takes all locks of a step at once, or none: in the order of their names, and never for long. */
async function lockTables(db: Kysely<unknown>, { locks = [] }: Step, withinMs: number): Promise<void> {
  await sql.raw(`SET LOCAL lock_timeout = ${withinMs}`).execute(db);
  if (locks.length === 0) return;
  const names = locks.toSorted().map((name) => sql.id(name));
  await sql`LOCK TABLE ${sql.join(names)} IN ACCESS EXCLUSIVE MODE`.execute(db);
}
