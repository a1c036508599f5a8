import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE pool_roster (
    pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE, roster TEXT NOT NULL, site_ids TEXT NOT NULL,
    PRIMARY KEY (pool_id, roster))`,
  `CREATE TABLE pool_tick (
    pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE, sequence BIGINT NOT NULL,
    at BIGINT NOT NULL, valid_until BIGINT NOT NULL,
    watts BIGINT NOT NULL, shortfall_watts BIGINT NOT NULL, surplus_watts BIGINT NOT NULL,
    roster TEXT NOT NULL, shares TEXT NOT NULL, PRIMARY KEY (pool_id, sequence))`,
  `CREATE INDEX pool_tick_by_time ON pool_tick (pool_id, at)`,
  `CREATE INDEX pool_tick_by_age ON pool_tick (at)`,
  `CREATE INDEX pool_tick_by_roster ON pool_tick (pool_id, roster)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
