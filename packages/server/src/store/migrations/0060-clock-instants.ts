import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand. An instant that is over makes the clock look, and find the true one.
const STATEMENTS = [
  `ALTER TABLE site ADD COLUMN told_to BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE site ADD COLUMN next_at BIGINT DEFAULT 0`,
  `ALTER TABLE site ADD COLUMN judged_to BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE site ADD COLUMN judge_at BIGINT DEFAULT 0`,
  `UPDATE site SET told_to = COALESCE((
    SELECT checked_at FROM clock_mark WHERE clock_mark.site_id = site.site_id), created_at)`,
  `UPDATE site SET judged_to = told_to`,
  `DROP TABLE clock_mark`,
  `CREATE INDEX site_by_next ON site (next_at)`,
  `CREATE INDEX site_by_judging ON site (judge_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
