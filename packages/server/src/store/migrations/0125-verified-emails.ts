import { type Kysely, sql } from 'kysely';

/** The address that a provider said belongs to a person; the one before said nothing of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE person ADD COLUMN verified_email TEXT').execute(db);
}
