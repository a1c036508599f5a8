import type { ColumnType, Generated } from 'kysely';
import type { MemberRoleName, PoolServiceName, PoolSplitName, Role } from '@setpoint/contract';
import type { StoredBytes } from '../values/stored-bytes.ts';

export interface PoolTables {
  pool: PoolTable;
  pool_member: PoolMemberTable;
  pool_grant: PoolGrantTable;
  pool_roster: PoolRosterTable;
  pool_seat: PoolSeatTable;
  pool_shortage: PoolShortageTable;
  pool_tick: PoolTickTable;
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
  /** What a person or a group is there; null for a client. */
  role: ColumnType<Role | null, Role | null | undefined>;
  ends_at: number;
}

/** The members that a signal was divided among, as often as it is the same row for many. */
interface PoolRosterTable {
  pool_id: string;
  /** Names the list. */
  roster: string;
  /** The ids of the sites in order, 36 characters each. */
  site_ids: string;
}

/** A signal, and what of it each member was asked for. */
interface PoolTickTable {
  pool_id: string;
  /** Grows with each signal of the pool, and is that of its orders. */
  sequence: number;
  /** How often this signal was divided before. */
  round: Generated<number>;
  at: number;
  valid_until: number;
  /** Plus is import. */
  watts: number;
  shortfall_watts: number;
  surplus_watts: number;
  roster: string;
  /** See `packShares`. */
  shares: StoredBytes;
  /** A client or a person. */
  asked_by: ColumnType<string | null, string | null | undefined>;
  /** The sequence that it was sent with; null where it is that of the orders. */
  sent: ColumnType<number | null, number | null | undefined>;
  /** From which seat it was sent; null where there was none. */
  holding: ColumnType<number | null, number | null | undefined>;
}

/** Who sends the signals of a pool. */
interface PoolSeatTable {
  pool_id: string;
  /** Grows each time that somebody takes it. */
  holding: number;
  holder_id: string;
  taken_at: number;
  /** null where a signal took it, because it was free. */
  reason: string | null;
  given_back_at: number | null;
}

/** What a pool is short of, once that was told. */
interface PoolShortageTable {
  pool_id: string;
  short_of: 'asked' | 'booked';
  direction: 'import' | 'export';
  since: number;
}
