import { type Kysely, sql } from 'kysely';

// By site first, as they are listed.
const STATEMENTS = [
  `CREATE TABLE acknowledgement (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, problem TEXT NOT NULL, note TEXT, made_by TEXT NOT NULL,
    created_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, PRIMARY KEY (site_id, problem))`,
  'CREATE INDEX acknowledgement_by_end ON acknowledgement (ends_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
