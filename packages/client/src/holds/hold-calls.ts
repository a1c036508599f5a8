import {
  type HeldSite,
  type HeldSiteStateName,
  type Hold,
  type HoldStatus,
  type MakeHoldRequest,
  PATHS,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** Stopping commands without deleting them. */
export interface HoldCalls {
  /** Holds all sites (for operators: the emergency stop), a site, the members of a pool, an asset of those, or all that one client set. */
  make(hold: MakeHoldRequest, options?: CallOptions): Promise<Hold>;
  /** A hold with its counts: how many sites have confirmed it, are waiting, or cannot be reached. */
  read(holdId: string, options?: CallOptions): Promise<HoldStatus>;
  /** The sites of a hold, sorted by id, fetched page by page. Those that are `not_stopped` cannot be reached. */
  sites(holdId: string, state?: HeldSiteStateName, options?: CallOptions): AsyncGenerator<HeldSite>;
  /** The holds that concern this client, oldest first, fetched page by page. */
  list(state?: 'open' | 'released', options?: CallOptions): AsyncGenerator<Hold>;
  /** Releases a hold: controllers get the held commands again. */
  release(holdId: string, options?: CallOptions): Promise<Hold>;
}

export function createHoldCalls({ ask, each }: Connection): HoldCalls {
  const path = PATHS.fleetHold;
  return {
    make: (body, options) => ask({ method: 'POST', path: PATHS.fleetHolds, body }, options),
    read: (holdId, options) => ask({ method: 'GET', path, params: { holdId }, query: { limit: 1 } }, options),
    sites: (holdId, state, options) => each('sites', { path, params: { holdId }, query: { state } }, options),
    list: (state, options) => each('holds', { path: PATHS.fleetHolds, query: { state } }, options),
    release: (holdId, options) => ask({ method: 'DELETE', path, params: { holdId } }, options),
  };
}
