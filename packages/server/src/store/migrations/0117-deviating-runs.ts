import { type Kysely, sql } from 'kysely';

// Since when and until when an asset deviates; nothing of what was judged before, until it is judged again.
const STATEMENTS = [
  'ALTER TABLE site_following ADD COLUMN deviating_since BIGINT',
  'ALTER TABLE site_following ADD COLUMN deviating_until BIGINT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
