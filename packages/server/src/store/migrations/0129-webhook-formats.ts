import { type Kysely, sql } from 'kysely';

/** The format of the messages of a webhook; that of webhooks from before, and of nodes from before, is the one of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("ALTER TABLE webhook ADD COLUMN format TEXT NOT NULL DEFAULT 'setpoint'").execute(db);
}
