import { type Kysely, sql } from 'kysely';

// A signal may be divided again while it holds: each division is a row.
const STATEMENTS = [
  `CREATE TABLE pool_round (
    pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE, sequence BIGINT NOT NULL, round INTEGER NOT NULL DEFAULT 0,
    at BIGINT NOT NULL, valid_until BIGINT NOT NULL,
    watts BIGINT NOT NULL, shortfall_watts BIGINT NOT NULL, surplus_watts BIGINT NOT NULL,
    roster TEXT NOT NULL, shares TEXT NOT NULL, PRIMARY KEY (pool_id, sequence, round))`,
  `INSERT INTO pool_round
    SELECT pool_id, sequence, 0, at, valid_until, watts, shortfall_watts, surplus_watts, roster, shares FROM pool_tick`,
  `DROP TABLE pool_tick`,
  `ALTER TABLE pool_round RENAME TO pool_tick`,
  `CREATE INDEX pool_tick_by_time ON pool_tick (pool_id, at)`,
  `CREATE INDEX pool_tick_by_age ON pool_tick (at)`,
  `CREATE INDEX pool_tick_by_roster ON pool_tick (pool_id, roster)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
