import { type Kysely, sql } from 'kysely';

/** What a report is held against, see `watchSite`; null where there is no limit, or before the next report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE site_state ADD COLUMN watched TEXT').execute(db);
}
