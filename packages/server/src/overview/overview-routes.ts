import { instantText, instantTextOrNull } from '@setpoint/core';
import {
  AppError,
  type FleetOverview,
  LIMITS,
  parseSiteId,
  PATHS,
  type PoolId,
  type SiteDevices,
  type SiteId,
  type SiteOverview,
} from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { SitePosition } from '../sites/list-sites.ts';
import { readDeviceTree } from './read-device-tree.ts';
import { listOverviews, readOverviews, type StoredOverview } from './read-overviews.ts';
import type { Caller } from '../identity/caller.ts';
import { poolOrThrow } from '../access/pool-or-throw.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { BY_NAME, type NamePosition } from '../http/cursor-shape.ts';
import { cutPage, type PageWanted, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { siteOverview } from './site-overview.ts';

const SITES_PER_TURN = 50;

export interface OverviewRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
}

/** How the sites are, all of them at a glance. */
export function overviewRoutes(app: FastifyInstance, options: OverviewRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetOverview, WITHOUT_HEAD, async (request, reply): Promise<FleetOverview> => {
    const caller = await access.callerInTurn(request, reply, 'sites:read');
    const { clientId } = caller;
    const at = now();
    const query = request.query as Record<string, unknown>;
    if (query['siteIds'] === undefined) {
      const wanted = readPage(request, BY_NAME, ['poolId']);
      const named = wanted.query.poolId;
      const poolId =
        named === undefined ? undefined : await poolOrThrow(store, caller, { named, isOpenToOperators: true });
      return overviewPage(options, { caller, wanted, poolId, at });
    }
    for (const name of ['limit', 'cursor', 'poolId']) {
      if (query[name] !== undefined) throw new AppError('bad_request', `${name} does not go with siteIds`);
    }
    const siteIds = parseSiteIds(readQuery(request, ['siteIds']).siteIds ?? '');
    const found: SiteOverview[] = [];
    for (let start = 0; start < siteIds.length; start += SITES_PER_TURN) {
      const some = siteIds.slice(start, start + SITES_PER_TURN);
      found.push(...overviewsOf(options, await store.read(readOverviews, { clientId, siteIds: some }), at));
      await access.turn(caller);
    }
    return { at: instantText(at), sites: found, nextCursor: null };
  });

  app.get(PATHS.fleetSiteDevices, async (request): Promise<SiteDevices> => {
    const caller = await access.caller(request, 'sites:read');
    readQuery(request, []);
    const { siteId, reportedAt } = (await access.site(caller, request)).site;
    return {
      siteId,
      reportedAt: instantTextOrNull(reportedAt),
      devices: await store.read(readDeviceTree, { siteId }),
    };
  });
}

interface OverviewAsked {
  readonly caller: Caller;
  readonly wanted: PageWanted<NamePosition, 'poolId'>;
  readonly poolId: PoolId | undefined;
  readonly at: number;
}

// One site too many is read, to know whether there is another page; others are served in between.
async function overviewPage(
  options: OverviewRoutes,
  { caller, wanted, poolId, at }: OverviewAsked,
): Promise<FleetOverview> {
  const found: StoredOverview[] = [];
  const sites: SiteOverview[] = [];
  let after: SitePosition = { siteName: wanted.after.name, siteId: wanted.after.id };
  while (found.length <= wanted.limit) {
    const limit = Math.min(SITES_PER_TURN, wanted.limit + 1 - found.length);
    const some = await options.store.read(listOverviews, { clientId: caller.clientId, after, limit, poolId });
    found.push(...some);
    sites.push(...overviewsOf(options, some, at));
    const last = some.at(-1);
    if (last === undefined || some.length < limit) break;
    after = last.site;
    await options.access.turn(caller);
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
