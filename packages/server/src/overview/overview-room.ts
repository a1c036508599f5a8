import type { Room } from '../serving/room.ts';
import { instantTextOrNull } from '@setpoint/core';
import { AppError, type DeviceTreeNode, LIMITS, parseSiteId, type SiteId } from '@setpoint/contract';
import { poolOrThrow } from '../access/pools/pool-or-throw.ts';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { namedOverviewAnswer, overviewPageAnswer } from './overview-answers.ts';
import { joinTree } from '../sites/join-tree.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

/** How all sites are, at a glance. */
export function overviewRoom(ground: OverviewRoutes): Room {
  return { routes: (serve) => overviewRoutes(serve, ground) };
}

const treeOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('device_tree')
    .innerJoin('site_state', 'site_state.site_id', 'device_tree.site_id')
    .select(['tree', 'tree_numbers'])
    .where('device_tree.site_id', '=', param('siteId')),
);

/** The device tree that a site reported last; null when it never did. */
async function readDeviceTree(tx: Tx, { siteId }: { siteId: SiteId }): Promise<DeviceTreeNode | null> {
  const row = await tx.first(treeOf, { siteId });
  return row === undefined ? null : (JSON.parse(joinTree(row.tree, row.tree_numbers)) as DeviceTreeNode);
}

interface OverviewRoutes extends StoreAndClock {
  readonly offlineAfterMs: number;
}

/** How the sites are, all of them at a glance. */
function overviewRoutes(serve: Serve, { store, now, offlineAfterMs }: OverviewRoutes): void {
  serve.sent('getFleetOverview', async ({ request, caller, query, compute }) => {
    const asked = { clientId: caller.clientId, at: now(), offlineAfterMs };
    const { siteIds: named, poolId: pool } = query;
    if (named === undefined) {
      const { after, limit } = readPage(query, BY_NAME);
      const poolId =
        pool === undefined ? undefined : await poolOrThrow(store, caller, { named: pool, isOpenToOperators: true });
      return compute(overviewPageAnswer, { ...asked, after, limit, poolId });
    }
    const given = request.query as Record<string, unknown>;
    for (const name of ['limit', 'cursor', 'poolId']) {
      if (given[name] !== undefined) throw new AppError('bad_request', `${name} does not go with siteIds`);
    }
    return compute(namedOverviewAnswer, { ...asked, siteIds: parseSiteIds(named) });
  });

  serve('getSiteDevices', async ({ site: { siteId, reportedAt } }) => {
    const devices = await store.read(readDeviceTree, { siteId });
    return { siteId, reportedAt: instantTextOrNull(reportedAt), devices };
  });
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
