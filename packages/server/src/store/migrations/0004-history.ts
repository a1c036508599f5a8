import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE kept_state (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, epoch BIGINT NOT NULL, version BIGINT NOT NULL,
    accepted_at BIGINT NOT NULL, is_first INTEGER NOT NULL, commands TEXT NOT NULL,
    PRIMARY KEY (site_id, epoch, version))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
