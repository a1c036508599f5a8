import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `ALTER TABLE site_state ADD COLUMN ratings TEXT NOT NULL DEFAULT ''`,
  `CREATE TABLE plan_mark (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE, looked_at BIGINT NOT NULL, version BIGINT NOT NULL,
    again_at BIGINT NOT NULL, ratings TEXT NOT NULL, issues TEXT NOT NULL)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
