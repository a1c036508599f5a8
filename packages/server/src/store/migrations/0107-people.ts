import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand. Who may hold a grant has a row of `client`, of whatever kind.
const STATEMENTS = [
  `ALTER TABLE client ADD COLUMN kind TEXT NOT NULL DEFAULT 'client'`,
  `ALTER TABLE site_grant ADD COLUMN role TEXT`,
  `ALTER TABLE pool_grant ADD COLUMN role TEXT`,
  `CREATE TABLE person (
    person_id TEXT PRIMARY KEY REFERENCES client ON DELETE CASCADE, issuer TEXT NOT NULL, subject TEXT NOT NULL,
    email TEXT, signed_in_at BIGINT, UNIQUE (issuer, subject))`,
  `CREATE TABLE claimed_group (
    person_id TEXT NOT NULL REFERENCES person ON DELETE CASCADE, issuer TEXT NOT NULL, group_name TEXT NOT NULL,
    ends_at BIGINT NOT NULL, PRIMARY KEY (person_id, issuer, group_name))`,
  `CREATE INDEX claimed_group_by_name ON claimed_group (issuer, group_name)`,
  `CREATE TABLE known_group (
    group_id TEXT PRIMARY KEY REFERENCES client ON DELETE CASCADE, issuer TEXT NOT NULL, group_name TEXT NOT NULL,
    UNIQUE (issuer, group_name))`,
  ...[
    'session_id TEXT',
    `means TEXT NOT NULL DEFAULT 'link'`,
    'begun_at BIGINT NOT NULL DEFAULT 0',
    'address TEXT',
    'agent TEXT',
    'provider TEXT',
    'provider_session TEXT',
    'sealed TEXT',
    'ask_again_at BIGINT NOT NULL DEFAULT 0',
  ].map((column) => `ALTER TABLE console_session ADD COLUMN ${column}`),
  `CREATE UNIQUE INDEX console_session_by_id ON console_session (session_id)`,
  `CREATE INDEX console_session_by_client ON console_session (client_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
