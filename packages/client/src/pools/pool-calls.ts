import {
  type PutSignalRequest,
  type PoolAvailability,
  type PoolAvailabilitySum,
  type PoolFollowing,
  type PoolHeadroom,
  type PoolShare,
  type PoolSeat,
  type PoolSignal,
  type PoolSupplied,
  PATHS,
  type Pool,
  type PoolMember,
  type PoolStatus,
  type PutPoolMemberRequest,
  type PutPoolRequest,
  type SendSignalRequest,
  type SiteOrderList,
} from '@setpoint/contract';
import { followStream } from '../events/follow-stream.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { IntervalOptions, WindowOptions } from '../plan/window-options.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** Which members to list. */
export interface MemberOptions extends CallOptions {
  /** Only the members at this instant; left out, all that are not over. */
  readonly at?: string | undefined;
  /** As known at this instant; left out, as known now. */
  readonly knownAt?: string | undefined;
}

/** Sites that provide one service together. Changing a pool needs the scope `fleet:admin`. */
export interface PoolCalls {
  /** The pools that this client has a grant of, sorted by name, fetched page by page. */
  list(options?: CallOptions): AsyncGenerator<Pool>;
  read(poolId: string, options?: CallOptions): Promise<PoolStatus>;
  /** Adds or changes a pool; with `members`, those are all that it has from now on. */
  put(poolId: string, pool: Unchanged<PutPoolRequest>, options?: CallOptions): Promise<PoolStatus>;
  remove(poolId: string, options?: CallOptions): Promise<void>;
  /** The members of a pool, sorted by id, fetched page by page. */
  members(poolId: string, options?: MemberOptions): AsyncGenerator<PoolMember>;
  /** Makes a site a member, or changes as what and until when it is one. */
  putMember(poolId: string, siteId: string, member?: PutPoolMemberRequest, options?: CallOptions): Promise<PoolMember>;
  /** Asks a pool for power, with a sequence of your own; the same sequence again has the same answer. */
  putSignal(poolId: string, signal: PutSignalRequest, options?: CallOptions): Promise<PoolSignal>;
  /** Asks a pool for power; the service numbers the signal. The same again has the same answer while no other signal came. */
  sendSignal(poolId: string, signal: SendSignalRequest, options?: CallOptions): Promise<PoolSignal>;
  /** Takes the signal in force back: the one before it is in force again until its end, or the pool is asked for 0 kW. */
  takeBackSignal(poolId: string, orderSequence: number, options?: CallOptions): Promise<PoolSignal>;
  /** Takes over the seat of a pool: from now on only this client sends its signals. */
  takeSeat(poolId: string, reason: string, options?: CallOptions): Promise<PoolSeat>;
  /** Gives the seat back; the next sender gets it. */
  giveBackSeat(poolId: string, options?: CallOptions): Promise<void>;
  /** The signal at an instant; left out, the last one. */
  readSignal(poolId: string, at?: string, options?: CallOptions): Promise<PoolSignal>;
  /** The power that a pool can give now, with the first members. */
  availability(poolId: string, options?: CallOptions): Promise<PoolAvailability>;
  /** The power that a pool can give as a whole, now and on every change; it reconnects by itself. */
  watchAvailability(poolId: string, options?: CallOptions): AsyncGenerator<PoolAvailabilitySum>;
  /** How much more fits on the present members, in sum, and the limits. */
  headroom(poolId: string, window: IntervalOptions, options?: CallOptions): Promise<PoolHeadroom>;
  /** How the present members follow the signal, and how they followed their setpoints in up to 24 hours. */
  following(poolId: string, window: WindowOptions, options?: CallOptions): Promise<PoolFollowing>;
  /** Power ordered from members and supplied by them, minute by minute, in up to 24 hours. */
  supplied(poolId: string, window: WindowOptions, options?: CallOptions): Promise<PoolSupplied>;
  /** The share of each member of a signal; of the last one, if left out. */
  shares(poolId: string, sequence?: number, options?: CallOptions): AsyncGenerator<PoolShare>;
  /** The orders of pools for a site at an instant, each with its signal and the reason for the amount; now, if left out. */
  siteOrders(siteId: string, at?: string, options?: CallOptions): Promise<SiteOrderList>;
  /** Ends the membership of a site, now. */
  removeMember(poolId: string, siteId: string, options?: CallOptions): Promise<void>;
}

export function createPoolCalls({ ask, each, open }: Connection): PoolCalls {
  const path = PATHS.fleetPool;
  const member = PATHS.fleetPoolMember;
  const seat = PATHS.fleetPoolSeat;
  const asking = PATHS.fleetPoolSignal;
  return {
    list: (options) => each('pools', { path: PATHS.fleetPools }, options),
    read: (poolId, options) => ask({ method: 'GET', path, params: { poolId } }, options),
    put: (poolId, body, options) => ask({ method: 'PUT', path, params: { poolId }, body }, options),
    remove: (poolId, options) => ask({ method: 'DELETE', path, params: { poolId } }, options),
    members: (poolId, { at, knownAt, ...options } = {}) =>
      each('members', { path: PATHS.fleetPoolMembers, params: { poolId }, query: { at, knownAt } }, options),
    putSignal: (poolId, body, options) => ask({ method: 'PUT', path: asking, params: { poolId }, body }, options),
    sendSignal: (poolId, body, options) => ask({ method: 'POST', path: asking, params: { poolId }, body }, options),
    takeBackSignal: (poolId, orderSequence, options) =>
      ask({ method: 'DELETE', path: asking, params: { poolId }, query: { orderSequence } }, options),
    takeSeat: (poolId, reason, options) =>
      ask({ method: 'PUT', path: seat, params: { poolId }, body: { reason } }, options),
    giveBackSeat: (poolId, options) => ask({ method: 'DELETE', path: seat, params: { poolId } }, options),
    readSignal: (poolId, at, options) =>
      ask({ method: 'GET', path: asking, params: { poolId }, query: { at } }, options),
    availability: (poolId, options) =>
      ask({ method: 'GET', path: PATHS.fleetPoolAvailability, params: { poolId } }, options),
    watchAvailability: (poolId, options = {}) =>
      followStream(
        (_after, signal) => open({ path: PATHS.fleetPoolAvailability, params: { poolId } }, { ...options, signal }),
        options,
      ),
    headroom: (poolId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetPoolHeadroom, params: { poolId }, query }, options),
    following: (poolId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetPoolFollowing, params: { poolId }, query }, options),
    supplied: (poolId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetPoolSupplied, params: { poolId }, query }, options),
    shares: (poolId, sequence, options) =>
      each('shares', { path: PATHS.fleetPoolShares, params: { poolId }, query: { sequence } }, options),
    siteOrders: (siteId, at, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteOrders, params: { siteId }, query: { at } }, options),
    putMember: (poolId, siteId, ...[body = {}, options]) =>
      ask({ method: 'PUT', path: member, params: { poolId, siteId }, body }, options),
    removeMember: (poolId, siteId, options) =>
      ask({ method: 'DELETE', path: member, params: { poolId, siteId } }, options),
  };
}
