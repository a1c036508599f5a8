import { type Kysely, sql } from 'kysely';

// Plain statements that both databases understand. Members name no site that must be there: who was one stays known.
const STATEMENTS = [
  `CREATE TABLE pool (
    pool_id TEXT PRIMARY KEY, pool_name TEXT NOT NULL, service TEXT NOT NULL, split TEXT NOT NULL,
    lead_seconds INTEGER NOT NULL, endurance_minutes INTEGER NOT NULL, created_at BIGINT NOT NULL, removed_at BIGINT)`,
  `CREATE INDEX pool_by_name ON pool (pool_name, pool_id)`,
  `CREATE TABLE pool_member (
    pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE, site_id TEXT NOT NULL,
    valid_from BIGINT NOT NULL, valid_to BIGINT NOT NULL,
    role TEXT NOT NULL, rank INTEGER NOT NULL, ramp_kw_per_second DOUBLE PRECISION,
    known_from BIGINT NOT NULL, known_to BIGINT NOT NULL, PRIMARY KEY (pool_id, site_id, valid_from, known_from))`,
  `CREATE INDEX pool_member_by_site ON pool_member (site_id, known_to)`,
  `CREATE TABLE pool_grant (
    client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE, pool_id TEXT NOT NULL REFERENCES pool ON DELETE CASCADE,
    can_schedule INTEGER NOT NULL, ends_at BIGINT NOT NULL, PRIMARY KEY (client_id, pool_id))`,
  `CREATE INDEX pool_grant_by_pool ON pool_grant (pool_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
