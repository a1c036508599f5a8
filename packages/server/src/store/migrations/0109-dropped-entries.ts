import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE idempotency ADD COLUMN dropped INTEGER').execute(db);
}
