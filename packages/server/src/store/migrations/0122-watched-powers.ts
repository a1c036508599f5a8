import { type Kysely, sql } from 'kysely';

/** What reports showed of powers so far, see `watchPowers`; null before the next report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE site_state ADD COLUMN watched_powers TEXT').execute(db);
}
