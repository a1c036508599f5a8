import { type Kysely, sql } from 'kysely';

/** What the controller serves in part: a JSON array; null for nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE site_state ADD COLUMN limited TEXT').execute(db);
}
