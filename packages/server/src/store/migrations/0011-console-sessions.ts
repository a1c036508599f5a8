import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE sign_in_link (
    link_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    scopes TEXT NOT NULL, expires_at BIGINT NOT NULL)`,
  `CREATE TABLE console_session (
    session_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    scopes TEXT NOT NULL, used_at BIGINT NOT NULL, ends_at BIGINT NOT NULL)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
