import { type Kysely, sql } from 'kysely';

// Who asked a pool for a signal; not known of the earlier ones.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE pool_tick ADD COLUMN asked_by TEXT').execute(db);
}
