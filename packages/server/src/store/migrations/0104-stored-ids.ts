import { type Kysely, sql, SqliteAdapter } from 'kysely';

// Ids were texts of 36 characters, in each row of the log and in its indexes. Bytes in SQLite have any type.
const ON_SQLITE = [
  `CREATE TABLE batch_with_ids (
    batch_id UUID NOT NULL PRIMARY KEY, site_id UUID NOT NULL, epoch BIGINT NOT NULL, version BIGINT NOT NULL,
    client_id UUID NOT NULL, parent_id UUID, accepted_at BIGINT NOT NULL, accepted INTEGER NOT NULL,
    state_hash TEXT NOT NULL, commands TEXT NOT NULL, UNIQUE (site_id, epoch, version))`,
  `INSERT INTO batch_with_ids
    SELECT unhex(batch_id, '-'), unhex(site_id, '-'), epoch, version, unhex(client_id, '-'), unhex(parent_id, '-'),
      accepted_at, accepted, state_hash, commands FROM batch ORDER BY rowid`,
  `DROP TABLE batch`,
  `ALTER TABLE batch_with_ids RENAME TO batch`,
  `CREATE INDEX batch_by_parent ON batch (parent_id) WHERE parent_id IS NOT NULL`,
  `CREATE TABLE event_with_ids (
    epoch BIGINT NOT NULL, tx BIGINT NOT NULL, n INTEGER NOT NULL, at BIGINT NOT NULL, site_id UUID,
    events TEXT NOT NULL, PRIMARY KEY (epoch, tx, n))`,
  `INSERT INTO event_with_ids SELECT epoch, tx, n, at, unhex(NULLIF(site_id, ''), '-'), events FROM event ORDER BY rowid`,
  `DROP TABLE event`,
  `ALTER TABLE event_with_ids RENAME TO event`,
];

// Who removes a site removes its batches: a foreign key would look for the site at each batch.
const ON_POSTGRES = [
  `ALTER TABLE batch DROP CONSTRAINT batch_site_id_fkey`,
  `ALTER TABLE batch
    ALTER COLUMN batch_id TYPE UUID USING batch_id::uuid, ALTER COLUMN site_id TYPE UUID USING site_id::uuid,
    ALTER COLUMN client_id TYPE UUID USING client_id::uuid, ALTER COLUMN parent_id TYPE UUID USING parent_id::uuid`,
  `ALTER TABLE event ALTER COLUMN site_id DROP NOT NULL, ALTER COLUMN site_id TYPE UUID USING NULLIF(site_id, '')::uuid`,
  `CREATE OR REPLACE FUNCTION setpoint_drop_batch_partition(partition_name TEXT) RETURNS VOID
  LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '200ms' AS $$
  DECLARE
    is_needed BOOLEAN;
  BEGIN
    PERFORM setpoint_check_keeper();
    IF partition_name !~ '^batch_\\d+_\\d+$' THEN
      RAISE EXCEPTION '% is no partition to be dropped', partition_name;
    END IF;
    EXECUTE format('SELECT EXISTS (
      SELECT 1 FROM site CROSS JOIN LATERAL (SELECT epoch, version FROM %I AS b
        WHERE b.site_id = site.site_id::uuid ORDER BY epoch DESC, version DESC LIMIT 1) AS last
      WHERE NOT EXISTS (SELECT 1 FROM kept_state AS k WHERE k.site_id = site.site_id AND k.is_first = 1
        AND (k.epoch, k.version) >= (last.epoch, last.version)))', partition_name) INTO is_needed;
    IF is_needed THEN
      RETURN;
    END IF;
    LOCK TABLE site IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('DROP TABLE %I', partition_name);
  END $$`,
  `DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION setpoint_drop_batch_partition SET search_path = %I, pg_temp', current_schema());
  END $$`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  for (const text of isSqlite ? ON_SQLITE : ON_POSTGRES) await sql.raw(text).execute(db);
}
