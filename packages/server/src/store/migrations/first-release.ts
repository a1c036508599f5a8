import { type Kysely, sql, SqliteAdapter } from 'kysely';
import type { Migration } from 'kysely/migration';
import { batchPartitions } from './batch-partitions.ts';
import { measurementPartitions } from './measurement-partitions.ts';

// SQLite alone: rows in the tree of their key, so that one look-up finds them in place of two.
const BY_KEY = ' WITHOUT ROWID';

// No credential ends by itself: the largest number that both databases and JavaScript read alike.
const NEVER = Number.MAX_SAFE_INTEGER;

// Plain statements that both databases understand.
const STATEMENTS = [
  `CREATE TABLE store_state (
    id INTEGER PRIMARY KEY CHECK (id = 1), epoch BIGINT NOT NULL, probed_at BIGINT NOT NULL,
    key_revision BIGINT NOT NULL DEFAULT 0)`,
  `INSERT INTO store_state (id, epoch, probed_at) VALUES (1, 1, 0)`,
  // An instant that is over makes the clock look, and find the true one.
  `CREATE TABLE site (
    site_id TEXT PRIMARY KEY, site_name TEXT NOT NULL, time_zone TEXT NOT NULL, created_at BIGINT NOT NULL,
    version BIGINT NOT NULL, state_hash TEXT NOT NULL, notes TEXT NOT NULL DEFAULT '',
    told_to BIGINT NOT NULL DEFAULT 0, next_at BIGINT DEFAULT 0, judged_to BIGINT NOT NULL DEFAULT 0,
    judge_at BIGINT DEFAULT 0)${BY_KEY}`,
  `CREATE INDEX site_by_name ON site (site_name, site_id)`,
  `CREATE INDEX site_by_next ON site (next_at)`,
  `CREATE INDEX site_by_judging ON site (judge_at)`,
  // What each report changes lies in one row.
  `CREATE TABLE site_state (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE,
    reported_at BIGINT, disconnected_at BIGINT, assets TEXT, session TEXT, sequence BIGINT,
    replaced_sessions TEXT NOT NULL DEFAULT '[]', revision TEXT, rejected TEXT NOT NULL DEFAULT '[]',
    clock_offset_ms BIGINT, protocol_errors BIGINT NOT NULL DEFAULT 0, protocol_error TEXT, protocol_error_at BIGINT,
    is_announced_online INTEGER NOT NULL DEFAULT 0, ratings TEXT NOT NULL DEFAULT '',
    tree_shape TEXT NOT NULL DEFAULT '', tree_numbers TEXT, means TEXT, applied TEXT NOT NULL DEFAULT '[]')`,
  `CREATE TABLE device_tree (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE, tree TEXT NOT NULL)`,
  `CREATE TABLE set_command (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, type TEXT NOT NULL,
    hash TEXT NOT NULL, version BIGINT NOT NULL, batch_id TEXT NOT NULL, first_set TEXT NOT NULL DEFAULT '[]',
    text TEXT NOT NULL, client_id TEXT NOT NULL DEFAULT '', held_at BIGINT, released_at BIGINT,
    released_version BIGINT, PRIMARY KEY (site_id, asset, type))`,
  `CREATE TABLE cleared_command (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, type TEXT NOT NULL,
    version BIGINT NOT NULL, batch_id TEXT NOT NULL, PRIMARY KEY (site_id, asset, type))`,
  `CREATE TABLE applied_version (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, epoch BIGINT NOT NULL, version BIGINT NOT NULL,
    applied_at BIGINT NOT NULL, PRIMARY KEY (site_id, epoch, version))`,
  `CREATE TABLE kept_state (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, epoch BIGINT NOT NULL, version BIGINT NOT NULL,
    accepted_at BIGINT NOT NULL, is_first INTEGER NOT NULL, commands TEXT NOT NULL,
    PRIMARY KEY (site_id, epoch, version))`,
  // Up to which batch the log was deleted: found without a look at all that is kept.
  `CREATE INDEX kept_state_first ON kept_state (site_id) WHERE is_first = 1`,
  `CREATE TABLE site_following (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, asset TEXT NOT NULL, end_at BIGINT NOT NULL,
    judged TEXT NOT NULL, PRIMARY KEY (site_id, asset))`,
  `CREATE TABLE plan_mark (
    site_id TEXT PRIMARY KEY REFERENCES site ON DELETE CASCADE, looked_at BIGINT NOT NULL, version BIGINT NOT NULL,
    again_at BIGINT NOT NULL, ratings TEXT NOT NULL, issues TEXT NOT NULL)`,
  `CREATE TABLE controller_key (
    key_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, key_hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL, last_used_at BIGINT, ends_at BIGINT NOT NULL DEFAULT ${NEVER})`,
  `CREATE INDEX controller_key_by_site ON controller_key (site_id, created_at)`,
  `CREATE TABLE idempotency (
    client_id TEXT NOT NULL, key TEXT NOT NULL, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    request_hash TEXT NOT NULL, batch_id TEXT NOT NULL, accepted INTEGER NOT NULL, version BIGINT NOT NULL,
    created_at BIGINT NOT NULL, PRIMARY KEY (client_id, key))`,
  `CREATE INDEX idempotency_by_age ON idempotency (created_at)`,
  `CREATE INDEX idempotency_by_site ON idempotency (site_id)`,
  `CREATE TABLE hold (
    hold_id TEXT PRIMARY KEY, site_id TEXT REFERENCES site ON DELETE CASCADE, asset TEXT, client_id TEXT, reason TEXT,
    made_by TEXT NOT NULL, is_operators INTEGER NOT NULL, created_at BIGINT NOT NULL,
    walked_to TEXT NOT NULL DEFAULT '', applied_at BIGINT, released_by TEXT, released_at BIGINT)`,
  `CREATE INDEX hold_by_age ON hold (created_at, hold_id)`,
  `CREATE INDEX hold_by_release ON hold (released_at, applied_at)`,
  `CREATE INDEX hold_by_site ON hold (site_id)`,
  // Released holds are many, and stay for weeks; what is open is asked for all the time.
  `CREATE INDEX hold_open_by_age ON hold (created_at, hold_id) WHERE released_at IS NULL`,
  `CREATE INDEX hold_open_by_maker ON hold (made_by) WHERE released_at IS NULL`,
  `CREATE TABLE site_hold (
    hold_id TEXT NOT NULL REFERENCES hold ON DELETE CASCADE, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    asset TEXT, client_id TEXT, version BIGINT NOT NULL, held_at BIGINT NOT NULL, PRIMARY KEY (hold_id, site_id))`,
  `CREATE INDEX site_hold_by_site ON site_hold (site_id)`,
  `CREATE TABLE client (
    client_id TEXT PRIMARY KEY, client_name TEXT NOT NULL, scopes TEXT NOT NULL, is_enabled INTEGER NOT NULL,
    created_at BIGINT NOT NULL, generation BIGINT NOT NULL DEFAULT 0, good_from BIGINT NOT NULL DEFAULT 0,
    ended_at BIGINT NOT NULL DEFAULT 0)${BY_KEY}`,
  `CREATE TABLE client_secret (
    secret_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    created_at BIGINT NOT NULL, generation BIGINT NOT NULL DEFAULT 0, ends_at BIGINT NOT NULL DEFAULT ${NEVER})`,
  `CREATE INDEX client_secret_by_client ON client_secret (client_id, created_at)`,
  `CREATE TABLE client_subject (
    issuer TEXT NOT NULL, subject TEXT NOT NULL, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    PRIMARY KEY (issuer, subject))`,
  `CREATE INDEX client_subject_by_client ON client_subject (client_id)`,
  `CREATE TABLE site_grant (
    client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE, site_id TEXT NOT NULL, can_schedule INTEGER NOT NULL,
    ends_at BIGINT NOT NULL DEFAULT ${NEVER}, PRIMARY KEY (client_id, site_id))${BY_KEY}`,
  `CREATE INDEX site_grant_by_site ON site_grant (site_id)`,
  `CREATE TABLE signing_key (
    kid TEXT PRIMARY KEY, private_jwk TEXT NOT NULL, public_jwk TEXT NOT NULL, created_at BIGINT NOT NULL)`,
  `CREATE TABLE rate_count (
    minute BIGINT NOT NULL, key TEXT NOT NULL, count BIGINT NOT NULL, PRIMARY KEY (minute, key))`,
  `CREATE TABLE sign_in_link (
    link_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    scopes TEXT NOT NULL, expires_at BIGINT NOT NULL, generation BIGINT NOT NULL DEFAULT 0)`,
  `CREATE TABLE console_session (
    session_hash TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES client ON DELETE CASCADE,
    scopes TEXT NOT NULL, used_at BIGINT NOT NULL, ends_at BIGINT NOT NULL, generation BIGINT NOT NULL DEFAULT 0)`,
  `CREATE TABLE event (
    epoch BIGINT NOT NULL, tx BIGINT NOT NULL, n INTEGER NOT NULL, at BIGINT NOT NULL, site_id TEXT NOT NULL,
    events TEXT NOT NULL, PRIMARY KEY (epoch, tx, n))`,
  `CREATE TABLE event_log (
    id INTEGER PRIMARY KEY CHECK (id = 1), forgotten_epoch BIGINT NOT NULL, forgotten_tx BIGINT NOT NULL,
    forgotten_n INTEGER NOT NULL)`,
  `INSERT INTO event_log (id, forgotten_epoch, forgotten_tx, forgotten_n) VALUES (1, 0, 0, 0)`,
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
  `CREATE TABLE node (
    node_id TEXT PRIMARY KEY, node_name TEXT NOT NULL, seen_at BIGINT NOT NULL, told TEXT NOT NULL)`,
];

// PostgreSQL has both in partitions by time.
const LOGS_ON_SQLITE = [
  `CREATE TABLE batch (
    batch_id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE,
    epoch BIGINT NOT NULL, version BIGINT NOT NULL, client_id TEXT NOT NULL, accepted_at BIGINT NOT NULL,
    accepted INTEGER NOT NULL, state_hash TEXT NOT NULL, commands TEXT NOT NULL, parent_id TEXT,
    UNIQUE (site_id, epoch, version))`,
  // Most batches have no parent, and cost nothing here.
  `CREATE INDEX batch_by_parent ON batch (parent_id) WHERE parent_id IS NOT NULL`,
  `CREATE TABLE measurement (
    site_id TEXT NOT NULL REFERENCES site ON DELETE CASCADE, minutes INTEGER NOT NULL, slot_at BIGINT NOT NULL,
    means TEXT NOT NULL, PRIMARY KEY (site_id, minutes, slot_at))`,
  `CREATE INDEX measurement_by_age ON measurement (minutes, slot_at)`,
];

async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const texts = isSqlite
    ? [...STATEMENTS, ...LOGS_ON_SQLITE]
    : [...STATEMENTS.map(asOnPostgres), ...measurementPartitions, ...batchPartitions];
  for (const text of texts) await sql.raw(text).execute(db);
}

// Texts are compared by their bytes from the beginning: changed later, a key that names one would get another name.
function asOnPostgres(text: string): string {
  return text.replace(BY_KEY, '').replaceAll(' TEXT', ' TEXT COLLATE "C"');
}

// Until the first release the schema was made in so many steps. Their names stay: stores have them, and nodes of
// releases before look for them.
const STEPS_BEFORE = [
  '0001-public-interface',
  '0002-controllers',
  '0004-history',
  '0005-events',
  '0006-webhooks',
  '0007-holds',
  '0008-portfolio',
  '0009-site-notes',
  '0010-rate-counts',
  '0011-console-sessions',
  '0030-measurement-partitions',
  '0040-plan-marks',
  '0041-portfolio-index',
  '0060-clock-instants',
  '0070-batch-partitions',
  '0080-nodes',
  '0081-site-following',
  '0090-open-holds',
  '0091-credential-ends',
];

/** The schema of the first release, 1.0.0-rc.1, in one step: the last of its names makes all of it. */
export const firstRelease: Record<string, Migration> = {
  ...Object.fromEntries(STEPS_BEFORE.map((name) => [name, { up: () => Promise.resolve() }])),
  '0100-report-state': { up },
};
