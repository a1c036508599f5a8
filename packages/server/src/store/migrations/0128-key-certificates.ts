import { type Kysely, sql } from 'kysely';

/** The certificates that a controller's key is bound to; keys from before, and those of nodes from before, to none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE controller_key ADD COLUMN thumbprints TEXT NOT NULL DEFAULT ''").execute(db);
}
