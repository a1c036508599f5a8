import { type Kysely, sql } from 'kysely';

// The queue of each alert, in its order.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE INDEX alert_message_by_alert ON alert_message (alert_id, created_at, message_id)').execute(db);
}
