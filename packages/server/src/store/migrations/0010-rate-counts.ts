import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE rate_count (
    minute BIGINT NOT NULL, key TEXT NOT NULL, count BIGINT NOT NULL, PRIMARY KEY (minute, key))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
