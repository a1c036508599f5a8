const WEEK_MS = 604_800_000;

/**
 * On PostgreSQL: the log lies in partitions by time, so that old batches go with their table. What is copied from
 * elsewhere soon lies in the first one. The last one takes what has none, and should be empty.
 */
export const batchPartitions = [
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
