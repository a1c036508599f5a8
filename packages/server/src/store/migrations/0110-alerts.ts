import { type Kysely, sql } from 'kysely';

// What fires names a site or a credential that may be gone meanwhile: then it is over.
const STATEMENTS = [
  `CREATE TABLE alert_rule (
    alert_id TEXT PRIMARY KEY, alert_name TEXT NOT NULL, condition TEXT NOT NULL, minutes INTEGER NOT NULL,
    site_id TEXT NOT NULL, pool_id TEXT NOT NULL, channel TEXT NOT NULL, target TEXT NOT NULL, secret TEXT NOT NULL,
    snoozed_until BIGINT NOT NULL, last_error TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  `CREATE TABLE alert_firing (
    alert_id TEXT NOT NULL REFERENCES alert_rule ON DELETE CASCADE, subject_id TEXT NOT NULL,
    subject_name TEXT NOT NULL, since BIGINT NOT NULL, is_told INTEGER NOT NULL, PRIMARY KEY (alert_id, subject_id))`,
  `CREATE TABLE alert_message (
    message_id TEXT PRIMARY KEY, alert_id TEXT NOT NULL REFERENCES alert_rule ON DELETE CASCADE, body TEXT NOT NULL,
    created_at BIGINT NOT NULL, attempts INTEGER NOT NULL, next_at BIGINT NOT NULL)`,
  `CREATE INDEX alert_message_by_next ON alert_message (next_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
