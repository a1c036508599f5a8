import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Most batches have no parent, and cost nothing here.
  await sql.raw(`CREATE INDEX batch_by_parent ON batch (parent_id) WHERE parent_id IS NOT NULL`).execute(db);
}
