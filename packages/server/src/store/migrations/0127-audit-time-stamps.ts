import { type Kysely, sql } from 'kysely';

/** Time stamps of seals of the audit log, each as the authority gave it, in base64. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE audit_time_stamp (
    sequence BIGINT PRIMARY KEY, token TEXT NOT NULL, authority TEXT NOT NULL, stamped_at BIGINT NOT NULL)`,
    )
    .execute(db);
}
