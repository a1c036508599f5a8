import { type Kysely, sql, SqliteAdapter } from 'kysely';
import { tables } from '../schema.ts';
import { statementsOf } from '../tables/table.ts';

const WEEK_MS = 604_800_000;

/**
 * On PostgreSQL: the log lies in partitions by time, so that old batches go with their table. What is copied from
 * elsewhere soon lies in the first one. The last one takes what has none, and should be empty.
 */
const batchPartitions = [
  `CREATE TABLE batch_other PARTITION OF batch DEFAULT`,
  `CREATE INDEX batch_other_by_age ON batch_other (accepted_at)`,
  `DO $$
  DECLARE
    until BIGINT := (floor(extract(epoch FROM now()) * 1000 / ${WEEK_MS}) + 1) * ${WEEK_MS};
  BEGIN
    EXECUTE format('CREATE TABLE %I PARTITION OF batch FOR VALUES FROM (0) TO (%s)', 'batch_0_' || until, until);
  END $$`,

  // As for measurements: the site first, and nobody waits for long.
  `CREATE FUNCTION setpoint_make_batch_partition(from_at BIGINT, to_at BIGINT) RETURNS VOID
  LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '200ms' AS $$
  BEGIN
    PERFORM setpoint_check_keeper();
    -- What came before there was a partition for it stays where it is.
    IF EXISTS (SELECT 1 FROM batch_other AS o WHERE o.accepted_at >= from_at AND o.accepted_at < to_at) THEN
      RETURN;
    END IF;
    LOCK TABLE site IN SHARE ROW EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE %I PARTITION OF batch FOR VALUES FROM (%s) TO (%s)',
      format('batch_%s_%s', from_at, to_at), from_at, to_at);
  END $$`,

  // A batch goes only when what it led to is written down, which is done site by site: until then all of them stay.
  `CREATE FUNCTION setpoint_drop_batch_partition(partition_name TEXT) RETURNS VOID
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
    EXECUTE format('ALTER FUNCTION setpoint_make_batch_partition SET search_path = %I, pg_temp', current_schema());
    EXECUTE format('ALTER FUNCTION setpoint_drop_batch_partition SET search_path = %I, pg_temp', current_schema());
  END $$`,
];

/**
 * On PostgreSQL: means lie in partitions by time, so that old ones go with their table. Whatever has no partition lies in
 * the last one.
 */
const measurementPartitions = [
  `CREATE TABLE measurement_other PARTITION OF measurement DEFAULT`,
  `CREATE INDEX measurement_other_by_age ON measurement_other (minutes, slot_at)`,
  // The site first, as everybody who writes does: nobody then waits in a circle. Who reads for long, such as a
  // backup, makes this give up soon, for others wait behind it.
  `CREATE FUNCTION setpoint_make_partition(minutes_kept INTEGER, from_at BIGINT, to_at BIGINT) RETURNS VOID
  LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '200ms' AS $$
  BEGIN
    PERFORM setpoint_check_keeper();
    -- What came before there was a partition for it stays where it is.
    IF EXISTS (SELECT 1 FROM measurement_other AS o
      WHERE o.minutes = minutes_kept AND o.slot_at >= from_at AND o.slot_at < to_at) THEN
      RETURN;
    END IF;
    LOCK TABLE site IN SHARE ROW EXCLUSIVE MODE;
    EXECUTE format('CREATE TABLE %I PARTITION OF measurement FOR VALUES FROM (%s, %s) TO (%s, %s)',
      format('measurement_%s_%s_%s', minutes_kept, from_at, to_at), minutes_kept, from_at, minutes_kept, to_at);
  END $$`,
  `CREATE FUNCTION setpoint_drop_partition(partition_name TEXT) RETURNS VOID
  LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '200ms' AS $$
  BEGIN
    PERFORM setpoint_check_keeper();
    IF partition_name !~ '^measurement_\\d+_\\d+_\\d+$' THEN
      RAISE EXCEPTION '% is no partition to be dropped', partition_name;
    END IF;
    LOCK TABLE site IN ACCESS EXCLUSIVE MODE;
    EXECUTE format('DROP TABLE %I', partition_name);
  END $$`,

  // These run with the rights of the migrating role, for roles that may delete the rows as well.
  `CREATE FUNCTION setpoint_check_keeper() RETURNS VOID LANGUAGE plpgsql AS $$
  BEGIN
    IF NOT has_table_privilege(session_user, 'measurement', 'DELETE') THEN
      RAISE EXCEPTION 'permission denied' USING ERRCODE = 'insufficient_privilege';
    END IF;
  END $$`,
  `DO $$ BEGIN
    EXECUTE format('ALTER FUNCTION setpoint_make_partition SET search_path = %I, pg_temp', current_schema());
    EXECUTE format('ALTER FUNCTION setpoint_drop_partition SET search_path = %I, pg_temp', current_schema());
  END $$`,
];

/** All tables of the first release, as they are declared. Later steps change them: the declaration has what they lead to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const dialect = isSqlite ? 'sqlite' : 'postgres';
  const made = Object.entries(tables).flatMap(([name, table]) => statementsOf(name, table, dialect));
  const texts = isSqlite ? made : [[...made, ...measurementPartitions, ...batchPartitions].join(';\n')];
  for (const text of texts) await sql.raw(text).execute(db);
}
