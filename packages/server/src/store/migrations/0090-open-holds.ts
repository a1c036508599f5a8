import { type Kysely, sql } from 'kysely';

// Released holds are many, and stay for weeks; what is open is asked for all the time.
const STATEMENTS = [
  `CREATE INDEX hold_open_by_age ON hold (created_at, hold_id) WHERE released_at IS NULL`,
  `CREATE INDEX hold_open_by_maker ON hold (made_by) WHERE released_at IS NULL`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
