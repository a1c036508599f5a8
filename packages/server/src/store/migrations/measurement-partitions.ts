/**
 * On PostgreSQL: means lie in partitions by time, so that old ones go with their table. Whatever has no partition lies in
 * the last one.
 */
export const measurementPartitions = [
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
