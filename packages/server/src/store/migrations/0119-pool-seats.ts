import { type Kysely, sql } from 'kysely';

// Who sends the signals of a pool, and from which seat each was sent. `sent`: its sequence, where its orders have another one.
const STATEMENTS = [
  `CREATE TABLE pool_seat (
    pool_id TEXT PRIMARY KEY REFERENCES pool ON DELETE CASCADE, holding BIGINT NOT NULL, holder_id TEXT NOT NULL,
    taken_at BIGINT NOT NULL, reason TEXT, given_back_at BIGINT)`,
  'ALTER TABLE pool_tick ADD COLUMN sent BIGINT',
  'ALTER TABLE pool_tick ADD COLUMN holding BIGINT',
  'CREATE INDEX pool_tick_by_sent ON pool_tick (pool_id, sent) WHERE sent IS NOT NULL',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
