import type { MemberRoleName, PoolServiceName, PoolSplitName, Role } from '@setpoint/contract';
import type { StoredBytes } from '../values/stored-bytes.ts';
import { bigint, idIn, integer, or, orNull, real, text, textOf, table } from './table.ts';

export const poolTables = {
  pool: table(
    {
      pool_id: text,
      pool_name: text,
      service: textOf<PoolServiceName>(),
      split: textOf<PoolSplitName>(),
      endurance_minutes: integer,
      created_at: bigint,
      /** A pool that was removed is kept with its members of the past. */
      removed_at: orNull(bigint),
    },
    { key: ['pool_id'], indexes: { pool_by_name: '(pool_name, pool_id)' } },
  ),
  /** That a site is a member from `valid_from` to `valid_to`, as it was known from `known_from` to `known_to`. */
  pool_member: table(
    {
      pool_id: idIn('pool'),
      site_id: text,
      valid_from: bigint,
      valid_to: bigint,
      role: textOf<MemberRoleName>(),
      rank: integer,
      ramp_kw_per_second: orNull(real),
      known_from: bigint,
      known_to: bigint,
    },
    {
      key: ['pool_id', 'site_id', 'valid_from', 'known_from'],
      indexes: { pool_member_by_site: '(site_id, known_to)' },
    },
  ),
  pool_grant: table(
    {
      client_id: idIn('client'),
      pool_id: idIn('pool'),
      can_schedule: integer,
      /** What a person or a group is there; null for a client. */
      role: orNull(textOf<Role>()),
      ends_at: bigint,
    },
    { key: ['client_id', 'pool_id'], indexes: { pool_grant_by_pool: '(pool_id)' } },
  ),
  /** The members that a signal was divided among, as often as it is the same row for many. */
  pool_roster: table(
    {
      pool_id: idIn('pool'),
      /** Names the list. */
      roster: text,
      /** The ids of the sites in order, 36 characters each. */
      site_ids: text,
    },
    { key: ['pool_id', 'roster'] },
  ),
  /** Who sends the signals of a pool. */
  pool_seat: table(
    {
      pool_id: idIn('pool'),
      /** Grows each time that somebody takes it. */
      holding: bigint,
      holder_id: text,
      taken_at: bigint,
      /** null where a signal took it, because it was free. */
      reason: orNull(text),
      given_back_at: orNull(bigint),
    },
    { key: ['pool_id'] },
  ),
  /** What a pool is short of, once that was told. */
  pool_shortage: table(
    {
      pool_id: idIn('pool'),
      short_of: textOf<'asked' | 'booked'>(),
      direction: textOf<'import' | 'export'>(),
      since: bigint,
    },
    { key: ['pool_id', 'short_of', 'direction'] },
  ),
  /** A signal, and what of it each member was asked for. */
  pool_tick: table(
    {
      pool_id: idIn('pool'),
      /** Grows with each signal of the pool, and is that of its orders. */
      sequence: bigint,
      /** How often this signal was divided before. */
      round: or(integer, 0),
      at: bigint,
      valid_until: bigint,
      /** Plus is import. */
      watts: bigint,
      shortfall_watts: bigint,
      surplus_watts: bigint,
      roster: text,
      /** See `packShares`. */
      shares: textOf<StoredBytes>(),
      /** A client or a person. */
      asked_by: orNull(text),
      /** The sequence that it was sent with; null where it is that of the orders. */
      sent: orNull(bigint),
      /** From which seat it was sent; null where there was none. */
      holding: orNull(bigint),
      /** Of one that took another back: what can be taken back next is below this sequence. */
      goes_back_below: orNull(bigint),
    },
    {
      key: ['pool_id', 'sequence', 'round'],
      indexes: {
        pool_tick_by_time: '(pool_id, at)',
        pool_tick_by_age: '(at)',
        pool_tick_by_roster: '(pool_id, roster)',
        pool_tick_by_sent: '(pool_id, sent) WHERE sent IS NOT NULL',
      },
    },
  ),
};
