import { type Kysely, sql, SqliteAdapter } from 'kysely';

// SQLite alone: rows in the tree of their key, so that one look-up finds them in place of two.
const BY_KEY = ' WITHOUT ROWID';

// Plain statements that both databases understand. Long texts stand last: SQLite would read through them.
const STATEMENTS = [
  `CREATE TABLE store_state (
    id INTEGER PRIMARY KEY CHECK (id = 1), epoch BIGINT NOT NULL, probed_at BIGINT NOT NULL)`,
  `INSERT INTO store_state (id, epoch, probed_at) VALUES (1, 1, 0)`,
  `CREATE TABLE site (
    site_id TEXT PRIMARY KEY, site_name TEXT NOT NULL, time_zone TEXT NOT NULL, created_at BIGINT NOT NULL,
    version BIGINT NOT NULL, state_hash TEXT NOT NULL)${BY_KEY}`,
  `CREATE INDEX site_by_name ON site (site_name, site_id)`,
  `CREATE TABLE site_state (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE,
    reported_at BIGINT, disconnected_at BIGINT, assets TEXT)`,
  `CREATE TABLE set_command (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, type TEXT NOT NULL,
    hash TEXT NOT NULL, version BIGINT NOT NULL, batch_id TEXT NOT NULL, first_set TEXT NOT NULL DEFAULT '[]', text TEXT NOT NULL,
    PRIMARY KEY (site_id, asset, type))`,
  `CREATE TABLE batch (
    batch_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    epoch BIGINT NOT NULL, version BIGINT NOT NULL, client_id TEXT NOT NULL, accepted_at BIGINT NOT NULL,
    accepted INTEGER NOT NULL, state_hash TEXT NOT NULL, commands TEXT NOT NULL, UNIQUE (site_id, epoch, version))`,
  `CREATE TABLE client (
    client_id TEXT PRIMARY KEY, client_name TEXT NOT NULL, scopes TEXT NOT NULL, is_enabled INTEGER NOT NULL,
    created_at BIGINT NOT NULL)${BY_KEY}`,
  `CREATE TABLE client_secret (
    secret_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE, created_at BIGINT NOT NULL)`,
  `CREATE INDEX client_secret_by_client ON client_secret (client_id, created_at)`,
  `CREATE TABLE client_subject (
    issuer TEXT NOT NULL, subject TEXT NOT NULL, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    PRIMARY KEY (issuer, subject))`,
  `CREATE INDEX client_subject_by_client ON client_subject (client_id)`,
  `CREATE TABLE site_grant (
    client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE, site_id TEXT NOT NULL, can_schedule INTEGER NOT NULL,
    PRIMARY KEY (client_id, site_id))${BY_KEY}`,
  `CREATE INDEX site_grant_by_site ON site_grant (site_id)`,
  `CREATE TABLE idempotency (
    client_id TEXT NOT NULL, key TEXT NOT NULL, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    request_hash TEXT NOT NULL, batch_id TEXT NOT NULL, accepted INTEGER NOT NULL, version BIGINT NOT NULL,
    created_at BIGINT NOT NULL, PRIMARY KEY (client_id, key))`,
  `CREATE INDEX idempotency_by_age ON idempotency (created_at)`,
  `CREATE INDEX idempotency_by_site ON idempotency (site_id)`,
  `CREATE TABLE signing_key (
    kid TEXT PRIMARY KEY, private_jwk TEXT NOT NULL, public_jwk TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  `CREATE TABLE controller_key (
    key_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, key_hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL, last_used_at BIGINT)`,
  `CREATE INDEX controller_key_by_site ON controller_key (site_id, created_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  for (const text of STATEMENTS) await sql.raw(isSqlite ? text : text.replace(BY_KEY, '')).execute(db);
}
