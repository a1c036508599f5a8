import { type Kysely, sql } from 'kysely';

// The store has come as far as what was written last.
const STATEMENTS = [
  'ALTER TABLE store_state ADD COLUMN clock_at BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE store_state ADD COLUMN clock_claimed_at BIGINT NOT NULL DEFAULT 0',
  'ALTER TABLE store_state ADD COLUMN clock_held_ms BIGINT NOT NULL DEFAULT 0',
  `UPDATE store_state SET clock_at = COALESCE((SELECT at FROM event ORDER BY epoch DESC, tx DESC, n DESC LIMIT 1), 0)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
