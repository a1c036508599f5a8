import type { ClientId, HeldSite, HeldSiteStateName, HoldCounts } from '@setpoint/contract';
import { heldSiteState, instantTextOrNull, isOnline } from '@setpoint/core';
import type { Store } from '../store/store.ts';
import { countSitesBehind, listHeldSites, type StoredHeldSite } from './list-held-sites.ts';
import { countFreeMembers } from './list-free-members.ts';
import type { StoredHold } from './read-hold.ts';

export interface HeldSitesWanted {
  readonly hold: StoredHold;
  /** Whose sites alone; null for those of anybody. */
  readonly visibleTo: ClientId | null;
  readonly now: number;
  readonly offlineAfterMs: number;
  /** The page of sites: after which id, how many at most, in which state. */
  readonly after: string;
  readonly limit: number;
  readonly state: HeldSiteStateName | undefined;
  /** Waits until some more may be counted. */
  readonly turn: () => Promise<void>;
}

export interface CountedSites {
  readonly counts: HoldCounts;
  /** One more than was wanted, if there are more. */
  readonly sites: readonly HeldSite[];
}

const SITES_PER_TURN = 500;

/** Counts how far a hold has come, and picks a page of its sites on the way; other work goes on meanwhile. */
export async function countHeldSites(store: Store, wanted: HeldSitesWanted): Promise<CountedSites> {
  const { hold, visibleTo, after, limit, state } = wanted;
  const found = { confirmed: 0, waiting: 0, not_stopped: 0 };
  const sites: HeldSite[] = [];
  let last = '';
  for (;;) {
    const page = { holdId: hold.holdId, visibleTo, after: last, limit: SITES_PER_TURN };
    const rows = await store.read(listHeldSites, page);
    for (const site of rows.map((row) => heldSite(row, wanted))) {
      found[site.state] += 1;
      const isOnPage = site.siteId > after && (state === undefined || site.state === state);
      if (isOnPage && sites.length <= limit) sites.push(site);
    }
    last = rows.at(-1)?.siteId ?? '';
    if (rows.length < SITES_PER_TURN) break;
    await wanted.turn();
  }
  const held = found.confirmed + found.waiting + found.not_stopped;
  const counts = { sites: held, confirmed: found.confirmed, waiting: found.waiting, notStopped: found.not_stopped };
  return { counts: { ...counts, remaining: await remainingOf(store, wanted, held) }, sites };
}

async function remainingOf(store: Store, { hold, visibleTo, now }: HeldSitesWanted, held: number): Promise<number> {
  if (hold.releasedAt !== null) return held;
  if (hold.poolId !== null) return store.read(countFreeMembers, { ...hold, poolId: hold.poolId, visibleTo, now });
  if (hold.appliedAt !== null) return 0;
  return store.read(countSitesBehind, { after: hold.walkedTo, visibleTo });
}

function heldSite(row: StoredHeldSite, { now, offlineAfterMs }: HeldSitesWanted): HeldSite {
  const { siteId, siteName, reportedAt, disconnectedAt } = row;
  return {
    siteId,
    siteName,
    state: heldSiteState({
      ...row,
      isOnline: isOnline({ reportedAt, disconnectedAt, now, timeoutMs: offlineAfterMs }),
    }),
    reportedAt: instantTextOrNull(reportedAt),
  };
}
