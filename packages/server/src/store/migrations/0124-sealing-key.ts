import { type Kysely, sql } from 'kysely';

/** The key that seals the audit log, apart from those that sign tokens: nodes of before would sign with whatever is among these. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE sealing_key (
    kid TEXT PRIMARY KEY, private_jwk TEXT NOT NULL, public_jwk TEXT NOT NULL, created_at BIGINT NOT NULL)`,
    )
    .execute(db);
}
