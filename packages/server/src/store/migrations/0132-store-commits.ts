import { type Kysely, sql } from 'kysely';

/** How often a file was written to, by which one that was cut is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE store_state ADD COLUMN commits BIGINT NOT NULL DEFAULT 0').execute(db);
}
