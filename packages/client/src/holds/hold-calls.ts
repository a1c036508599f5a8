import {
  type HeldSite,
  type HeldSiteStateName,
  type Hold,
  type HoldList,
  type HoldStatus,
  type MakeHoldRequest,
  PATHS,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';
import { pagesOf } from '../http/pages-of.ts';

/** Stopping what was asked for without forgetting it. */
export interface HoldCalls {
  /** Holds all sites (for operators: the emergency stop), a site, an asset of it, or all that one client set. */
  make(hold: MakeHoldRequest): Promise<Hold>;
  /** The hold with its counts: how many sites confirmed it, wait, or cannot be reached. Without the list of them. */
  read(holdId: string): Promise<HoldStatus>;
  /** The sites of a hold by their ids, fetched page by page; `not_stopped` are those that cannot be reached. */
  sites(holdId: string, state?: HeldSiteStateName): AsyncGenerator<HeldSite>;
  /** The holds that concern this client, the oldest first, fetched page by page. */
  list(state?: 'open' | 'released'): AsyncGenerator<Hold>;
  /** Lets a hold go; what it stopped is carried out again. */
  release(holdId: string): Promise<Hold>;
}

export function createHoldCalls(send: Send): HoldCalls {
  const path = PATHS.fleetHold;
  return {
    async make(body) {
      return (await send({ method: 'POST', path: PATHS.fleetHolds, body })).body as Hold;
    },
    async read(holdId) {
      return (await send({ method: 'GET', path, params: { holdId }, query: { limit: 1 } })).body as HoldStatus;
    },
    async *sites(holdId, state) {
      const pages = pagesOf<HoldStatus>(send, { path, params: { holdId }, query: { state } });
      for await (const page of pages) yield* page.sites;
    },
    async *list(state) {
      const pages = pagesOf<HoldList>(send, { path: PATHS.fleetHolds, query: { state } });
      for await (const page of pages) yield* page.holds;
    },
    async release(holdId) {
      return (await send({ method: 'DELETE', path, params: { holdId } })).body as Hold;
    },
  };
}
