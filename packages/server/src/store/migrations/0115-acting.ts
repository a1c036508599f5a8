import { type Kysely, sql } from 'kysely';

// A client may act for a person: the rows of what is done name the person, and these the client.
const STATEMENTS = [
  `CREATE TABLE acting (deed_id TEXT PRIMARY KEY, client_id TEXT NOT NULL, at BIGINT NOT NULL)`,
  `CREATE INDEX acting_by_age ON acting (at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
