import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE batch ADD COLUMN parent_id TEXT`).execute(db);
}
