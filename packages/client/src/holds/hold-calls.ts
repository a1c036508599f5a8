import {
  type HeldSite,
  type HeldSiteStateName,
  type Hold,
  type HoldStatus,
  type MakeHoldRequest,
  PATHS,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** Stopping commands without deleting them. */
export interface HoldCalls {
  /** Holds all sites (for operators: the emergency stop), a site, the members of a pool, an asset of those, or all that one client set. */
  make(hold: MakeHoldRequest): Promise<Hold>;
  /** A hold with its counts: how many sites have confirmed it, are waiting, or cannot be reached. */
  read(holdId: string): Promise<HoldStatus>;
  /** The sites of a hold, sorted by id, fetched page by page. Those that are `not_stopped` cannot be reached. */
  sites(holdId: string, state?: HeldSiteStateName): AsyncGenerator<HeldSite>;
  /** The holds that concern this client, oldest first, fetched page by page. */
  list(state?: 'open' | 'released'): AsyncGenerator<Hold>;
  /** Releases a hold: controllers get the held commands again. */
  release(holdId: string): Promise<Hold>;
}

export function createHoldCalls({ ask, each }: Connection): HoldCalls {
  const path = PATHS.fleetHold;
  return {
    make: (body) => ask({ method: 'POST', path: PATHS.fleetHolds, body }),
    read: (holdId) => ask({ method: 'GET', path, params: { holdId }, query: { limit: 1 } }),
    sites: (holdId, state) => each('sites', { path, params: { holdId }, query: { state } }),
    list: (state) => each('holds', { path: PATHS.fleetHolds, query: { state } }),
    release: (holdId) => ask({ method: 'DELETE', path, params: { holdId } }),
  };
}
