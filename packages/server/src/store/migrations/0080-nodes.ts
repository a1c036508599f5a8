import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE node (
    node_id TEXT PRIMARY KEY, node_name TEXT NOT NULL, seen_at BIGINT NOT NULL, told TEXT NOT NULL)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
