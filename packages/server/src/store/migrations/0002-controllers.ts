import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `ALTER TABLE site_state ADD COLUMN session TEXT`,
  `ALTER TABLE site_state ADD COLUMN sequence BIGINT`,
  `ALTER TABLE site_state ADD COLUMN replaced_sessions TEXT NOT NULL DEFAULT '[]'`,
  `ALTER TABLE site_state ADD COLUMN revision TEXT`,
  `ALTER TABLE site_state ADD COLUMN rejected TEXT NOT NULL DEFAULT '[]'`,
  `ALTER TABLE site_state ADD COLUMN clock_offset_ms BIGINT`,
  `ALTER TABLE site_state ADD COLUMN protocol_errors BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE site_state ADD COLUMN protocol_error TEXT`,
  `ALTER TABLE site_state ADD COLUMN protocol_error_at BIGINT`,
  `CREATE TABLE device_tree (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE, tree TEXT NOT NULL)`,
  `CREATE TABLE applied_version (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, epoch BIGINT NOT NULL, version BIGINT NOT NULL,
    applied_at BIGINT NOT NULL, PRIMARY KEY (site_id, epoch, version))`,
  `CREATE INDEX applied_version_by_age ON applied_version (applied_at)`,
  `CREATE TABLE measurement (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, minutes INTEGER NOT NULL, slot_at BIGINT NOT NULL,
    means TEXT NOT NULL, PRIMARY KEY (site_id, minutes, slot_at))`,
  `CREATE INDEX measurement_by_age ON measurement (minutes, slot_at)`,
  `CREATE TABLE cleared_command (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, type TEXT NOT NULL,
    version BIGINT NOT NULL, batch_id TEXT NOT NULL, PRIMARY KEY (site_id, asset, type))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
