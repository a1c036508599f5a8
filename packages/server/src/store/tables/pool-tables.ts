import type { MemberRoleName, PoolServiceName, PoolSplitName } from '@setpoint/contract';

export interface PoolTables {
  pool: PoolTable;
  pool_member: PoolMemberTable;
  pool_grant: PoolGrantTable;
}

interface PoolTable {
  pool_id: string;
  pool_name: string;
  service: PoolServiceName;
  split: PoolSplitName;
  lead_seconds: number;
  endurance_minutes: number;
  created_at: number;
  /** A pool that was removed is kept with its members of the past. */
  removed_at: number | null;
}

/** That a site is a member from `valid_from` to `valid_to`, as it was known from `known_from` to `known_to`. */
interface PoolMemberTable {
  pool_id: string;
  site_id: string;
  valid_from: number;
  valid_to: number;
  role: MemberRoleName;
  rank: number;
  ramp_kw_per_second: number | null;
  known_from: number;
  known_to: number;
}

interface PoolGrantTable {
  client_id: string;
  pool_id: string;
  can_schedule: number;
  ends_at: number;
}
