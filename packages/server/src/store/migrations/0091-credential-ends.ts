import { type Kysely, sql } from 'kysely';

// No credential that is there ends by itself: the largest number that both databases and JavaScript read alike.
const NEVER = Number.MAX_SAFE_INTEGER;

// Plain statements that both databases understand.
const STATEMENTS = [
  `ALTER TABLE client ADD COLUMN generation BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE client ADD COLUMN good_from BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE client ADD COLUMN ended_at BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE client_secret ADD COLUMN generation BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE sign_in_link ADD COLUMN generation BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE console_session ADD COLUMN generation BIGINT NOT NULL DEFAULT 0`,
  // What is out was made with any of them: the first that goes ends all of it.
  `UPDATE client_secret SET generation = (SELECT count(*) FROM client_secret one
    WHERE one.client_id = client_secret.client_id AND (one.created_at < client_secret.created_at
      OR (one.created_at = client_secret.created_at AND one.secret_hash >= client_secret.secret_hash)))`,
  `UPDATE client SET generation = (SELECT count(*) FROM client_secret WHERE client_secret.client_id = client.client_id)`,
  `UPDATE client SET good_from = 1 WHERE is_enabled = 0`,
  ...['client_secret', 'controller_key', 'site_grant'].map(
    (table) => `ALTER TABLE ${table} ADD COLUMN ends_at BIGINT NOT NULL DEFAULT ${NEVER}`,
  ),
  `ALTER TABLE store_state ADD COLUMN key_revision BIGINT NOT NULL DEFAULT 0`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
