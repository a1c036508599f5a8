import { type Kysely, sql } from 'kysely';

// What each report changes lies in one row. Plain statements that both databases understand.
const STATEMENTS = [
  `ALTER TABLE site_state ADD COLUMN tree_shape TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE site_state ADD COLUMN tree_numbers TEXT`,
  `ALTER TABLE site_state ADD COLUMN means TEXT`,
  `ALTER TABLE site_state ADD COLUMN applied TEXT NOT NULL DEFAULT '[]'`,
  `DROP INDEX applied_version_by_age`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
