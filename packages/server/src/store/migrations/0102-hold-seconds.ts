import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE site ADD COLUMN hold_seconds BIGINT`).execute(db);
}
