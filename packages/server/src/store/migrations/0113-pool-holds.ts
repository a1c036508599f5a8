import { type Kysely, sql } from 'kysely';

// A hold may name a pool; that there is one is asked with each division of a signal.
const STATEMENTS = [
  `ALTER TABLE hold ADD COLUMN pool_id TEXT`,
  `CREATE INDEX hold_open_by_pool ON hold (pool_id) WHERE released_at IS NULL AND pool_id IS NOT NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
