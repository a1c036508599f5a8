import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE webhook (
    webhook_id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE, url TEXT NOT NULL,
    types TEXT NOT NULL, created_at BIGINT NOT NULL, is_parked INTEGER NOT NULL, epoch BIGINT NOT NULL,
    tx BIGINT NOT NULL, n INTEGER NOT NULL, k INTEGER NOT NULL, turn INTEGER NOT NULL, attempt INTEGER NOT NULL,
    failing_since BIGINT, next_at BIGINT NOT NULL)`,
  `CREATE INDEX webhook_by_client ON webhook (client_id, created_at)`,
  `CREATE TABLE webhook_secret (
    webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE, secret TEXT NOT NULL, created_at BIGINT NOT NULL,
    good_until BIGINT NOT NULL, PRIMARY KEY (webhook_id, secret))`,
  `CREATE TABLE webhook_delivery (
    webhook_id TEXT NOT NULL REFERENCES webhook ON DELETE CASCADE, delivery_id TEXT NOT NULL, event_id TEXT NOT NULL,
    type TEXT NOT NULL, attempt INTEGER NOT NULL, at BIGINT NOT NULL, status INTEGER, ms INTEGER NOT NULL, error TEXT,
    PRIMARY KEY (webhook_id, delivery_id))`,
  `CREATE INDEX webhook_delivery_by_age ON webhook_delivery (at)`,
  `UPDATE client SET scopes = scopes || ' fleet:webhooks' WHERE scopes LIKE '%fleet:admin%'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
