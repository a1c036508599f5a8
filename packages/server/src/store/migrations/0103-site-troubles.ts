import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE site_state ADD COLUMN troubles TEXT').execute(db);
}
