import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE site_following (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, end_at BIGINT NOT NULL,
    judged TEXT NOT NULL, PRIMARY KEY (site_id, asset))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
