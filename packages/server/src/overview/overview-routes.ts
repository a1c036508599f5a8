import { instantText, instantTextOrNull } from '@setpoint/core';
import {
  AppError,
  type ClientId,
  type FleetOverview,
  LIMITS,
  parseSiteId,
  type PoolId,
  type SiteId,
  type SiteOverview,
} from '@setpoint/contract';
import type { SitePosition } from '../sites/list-sites.ts';
import { readDeviceTree } from './read-device-tree.ts';
import { listOverviews, readOverviews, type StoredOverview } from './read-overviews.ts';
import { poolOrThrow } from '../access/pools/pool-or-throw.ts';
import { BY_NAME, type NamePosition } from '../http/read/cursor-shape.ts';
import { cutPage, type PageWanted, readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { siteOverview } from './site-overview.ts';

const SITES_PER_TURN = 50;

export interface OverviewRoutes extends StoreAndClock {
  readonly offlineAfterMs: number;
}

/** How the sites are, all of them at a glance. */
export function overviewRoutes(serve: Serve, options: OverviewRoutes): void {
  const { store, now } = options;

  serve('getFleetOverview', async ({ request, caller, query, turn }) => {
    const { clientId } = caller;
    const at = now();
    const { siteIds: named, poolId: pool } = query;
    if (named === undefined) {
      const wanted = readPage(query, BY_NAME);
      const poolId =
        pool === undefined ? undefined : await poolOrThrow(store, caller, { named: pool, isOpenToOperators: true });
      return overviewPage(options, { clientId, wanted, poolId, at, turn });
    }
    const given = request.query as Record<string, unknown>;
    for (const name of ['limit', 'cursor', 'poolId']) {
      if (given[name] !== undefined) throw new AppError('bad_request', `${name} does not go with siteIds`);
    }
    const siteIds = parseSiteIds(named);
    const found: SiteOverview[] = [];
    for (let start = 0; start < siteIds.length; start += SITES_PER_TURN) {
      const some = siteIds.slice(start, start + SITES_PER_TURN);
      found.push(...overviewsOf(options, await store.read(readOverviews, { clientId, siteIds: some }), at));
      await turn();
    }
    return { at: instantText(at), sites: found, nextCursor: null };
  });

  serve('getSiteDevices', async ({ site: { siteId, reportedAt } }) => {
    const devices = await store.read(readDeviceTree, { siteId });
    return { siteId, reportedAt: instantTextOrNull(reportedAt), devices };
  });
}

interface OverviewAsked {
  readonly clientId: ClientId;
  readonly wanted: PageWanted<NamePosition>;
  readonly poolId: PoolId | undefined;
  readonly at: number;
  readonly turn: () => Promise<void>;
}

// One site too many is read, to know whether there is another page; others are served in between.
async function overviewPage(
  options: OverviewRoutes,
  { clientId, wanted, poolId, at, turn }: OverviewAsked,
): Promise<FleetOverview> {
  const found: StoredOverview[] = [];
  const sites: SiteOverview[] = [];
  let after: SitePosition = { siteName: wanted.after.name, siteId: wanted.after.id };
  while (found.length <= wanted.limit) {
    const limit = Math.min(SITES_PER_TURN, wanted.limit + 1 - found.length);
    const some = await options.store.read(listOverviews, { clientId, after, limit, poolId });
    found.push(...some);
    sites.push(...overviewsOf(options, some, at));
    const last = some.at(-1);
    if (last === undefined || some.length < limit) break;
    after = last.site;
    await turn();
  }
  const { items, nextCursor } = cutPage(sites, wanted, ({ siteName, siteId }) => ({
    name: siteName,
    id: siteId,
  }));
  return { at: instantText(at), sites: items, nextCursor };
}

function overviewsOf({ offlineAfterMs }: OverviewRoutes, stored: readonly StoredOverview[], at: number) {
  return stored.map((one) => siteOverview(one, { now: at, timeoutMs: offlineAfterMs }));
}

function parseSiteIds(text: string): SiteId[] {
  const named = text.split(',');
  if (named.length > LIMITS.maxNamedSites)
    throw new AppError('bad_request', `siteIds may have at most ${LIMITS.maxNamedSites} ids`);
  return [...new Set(named.map(siteIdOrThrow))];
}

function siteIdOrThrow(text: string): SiteId {
  const siteId = parseSiteId(text);
  if (siteId === undefined) throw new AppError('bad_request', 'siteIds: must be UUIDs, separated by commas');
  return siteId;
}
