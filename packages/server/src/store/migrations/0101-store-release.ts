import { type Kysely, sql } from 'kysely';

// Which release was here last, and which is the oldest that may run on what it left.
const STATEMENTS = [
  `ALTER TABLE store_state ADD COLUMN release TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE store_state ADD COLUMN oldest_release TEXT NOT NULL DEFAULT ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
