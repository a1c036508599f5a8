import { type Kysely, sql } from 'kysely';

// What pools are short of now, as it was told: a row while it lasts.
const STATEMENTS = [
  `CREATE TABLE pool_shortage (
    pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE, short_of TEXT NOT NULL, direction TEXT NOT NULL,
    since BIGINT NOT NULL, PRIMARY KEY (pool_id, short_of, direction))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
