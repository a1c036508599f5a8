import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE hold (
    hold_id TEXT PRIMARY KEY, site_id TEXT REFERENCES site ON DELETE CASCADE, asset TEXT, client_id TEXT, reason TEXT,
    made_by TEXT NOT NULL, is_operators INTEGER NOT NULL, created_at BIGINT NOT NULL,
    walked_to TEXT NOT NULL DEFAULT '', applied_at BIGINT, released_by TEXT, released_at BIGINT)`,
  `CREATE INDEX hold_by_age ON hold (created_at, hold_id)`,
  `CREATE INDEX hold_by_release ON hold (released_at, applied_at)`,
  `CREATE INDEX hold_by_site ON hold (site_id)`,
  `CREATE TABLE site_hold (
    hold_id TEXT NOT NULL REFERENCES hold ON DELETE CASCADE, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    asset TEXT, client_id TEXT, version BIGINT NOT NULL, held_at BIGINT NOT NULL, PRIMARY KEY (hold_id, site_id))`,
  `CREATE INDEX site_hold_by_site ON site_hold (site_id)`,
  `ALTER TABLE set_command ADD COLUMN client_id TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE set_command ADD COLUMN held_at BIGINT`,
  `ALTER TABLE set_command ADD COLUMN released_at BIGINT`,
  `ALTER TABLE set_command ADD COLUMN released_version BIGINT`,
  // Versions repeat after a restore; the later epoch is the one that counts.
  `UPDATE set_command SET client_id = COALESCE((
    SELECT client_id FROM batch WHERE batch.site_id = set_command.site_id AND batch.version = set_command.version
    ORDER BY epoch DESC LIMIT 1), '')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
