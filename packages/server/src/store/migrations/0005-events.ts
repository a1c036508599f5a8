import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE event (
    epoch BIGINT NOT NULL, tx BIGINT NOT NULL, n INTEGER NOT NULL, at BIGINT NOT NULL, site_id TEXT NOT NULL,
    events TEXT NOT NULL, PRIMARY KEY (epoch, tx, n))`,
  `CREATE TABLE event_log (
    id INTEGER PRIMARY KEY CHECK (id = 1), forgotten_epoch BIGINT NOT NULL, forgotten_tx BIGINT NOT NULL,
    forgotten_n INTEGER NOT NULL)`,
  `INSERT INTO event_log (id, forgotten_epoch, forgotten_tx, forgotten_n) VALUES (1, 0, 0, 0)`,
  `ALTER TABLE site_state ADD COLUMN is_announced_online INTEGER NOT NULL DEFAULT 0`,
  `CREATE TABLE clock_mark (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE, checked_at BIGINT NOT NULL, version BIGINT NOT NULL,
    revision TEXT, next_at BIGINT NOT NULL)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
