import { type Kysely, sql } from 'kysely';

/** What a controller took up beside the schedule: a JSON array, or null. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE site_state ADD COLUMN takes TEXT').execute(db);
}
