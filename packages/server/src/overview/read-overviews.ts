import type { ClientId, LatestFollowing, SiteId, Trouble } from '@setpoint/contract';
import { appliedVersionOf, revisionOf, seesUntil } from '@setpoint/core';
import { statement } from '../store/statement.ts';
import { toStoredId } from '../store/values/to-stored-id.ts';
import type { Tx } from '../store/tx.ts';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { isKeptBatch } from '../history/is-kept-batch.ts';
import { listSites, type SitesPage } from '../sites/list-sites.ts';
import { heldPairsOf, type PlannedSite } from '../plan/read-planned-site.ts';
import { limitationsOf } from '../delivery/stored-limitation.ts';
import { troublesSince } from '../sites/troubles-of.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';

/** What is set on a site, and how far that has come. */
export interface StoredOverview {
  readonly site: PlannedSite;
  readonly timeZone: string;
  readonly appliedVersion: number | null;
  /** Up to when the controller was told what is set. */
  readonly seesUntil: number;
  readonly rejected: readonly unknown[];
  readonly limited: number;
  readonly troubles: Trouble[];
  /** When the first batch was accepted that the controller does not have. */
  readonly behindSince: number | null;
  /** For each asset the latest entry that was judged to its end, however long ago. */
  readonly following: readonly LatestFollowing[];
}

const progressOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .leftJoin('site_following as grid', (join) =>
      join.onRef('grid.site_id', '=', 'site.site_id').on('grid.asset', '=', 'grid'),
    )
    .leftJoin('site_following as bess', (join) =>
      join.onRef('bess.site_id', '=', 'site.site_id').on('bess.asset', '=', 'bess'),
    )
    .leftJoin('site_following as upper', (join) =>
      join.onRef('upper.site_id', '=', 'site.site_id').on('upper.asset', '=', 'grid/upperLimitkW'),
    )
    .leftJoin('site_following as lower', (join) =>
      join.onRef('lower.site_id', '=', 'site.site_id').on('lower.asset', '=', 'grid/lowerLimitkW'),
    )
    .select(['version', 'state_hash as hash', 'epoch', 'revision', 'rejected', 'limited', 'troubles', 'time_zone'])
    .select(['grid.judged as grid', 'upper.judged as upper', 'lower.judged as lower', 'bess.judged as bess'])
    .where('site.site_id', '=', param('siteId')),
);

const firstAfter = statement<{ siteId: string; epoch: number; version: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('batch')
    .select('accepted_at')
    .where('site_id', '=', toStoredId(dialect, param('siteId')))
    .where(isKeptBatch(param('siteId')))
    .where('epoch', '=', param('epoch'))
    .where('version', '>', param('version'))
    .orderBy('version')
    .limit(1),
);

/** The sites that a client can see, in their order, from one position on; an empty page is the end. */
export async function listOverviews(tx: Tx, page: SitesPage): Promise<StoredOverview[]> {
  return withProgress(tx, await listSites(tx, page));
}

/** The sites of these that a client can see. */
export async function readOverviews(
  tx: Tx,
  { clientId, siteIds }: { clientId: ClientId; siteIds: readonly SiteId[] },
): Promise<StoredOverview[]> {
  const rights = await listSiteRights(tx, { clientId, siteIds });
  const sites: StoredSite[] = [];
  for (const siteId of siteIds) {
    const site = rights.get(siteId)?.canRead === true ? await readSite(tx, { siteId }) : undefined;
    if (site !== undefined) sites.push(site);
  }
  return withProgress(tx, sites);
}

async function withProgress(tx: Tx, sites: readonly StoredSite[]): Promise<StoredOverview[]> {
  const overviews: StoredOverview[] = [];
  for (const site of sites) {
    const { siteId } = site;
    const row = await tx.first(progressOf, { siteId });
    if (row === undefined) continue;
    const appliedVersion = appliedVersionOf(row.revision, revisionOf(row));
    const isBehind = appliedVersion !== row.version;
    const since = { siteId, epoch: row.epoch, version: appliedVersion ?? 0 };
    const first = isBehind ? await tx.first(firstAfter, since) : undefined;
    overviews.push({
      site: { ...site, held: await heldPairsOf(tx, siteId) },
      timeZone: row.time_zone,
      appliedVersion,
      seesUntil: seesUntil(row.revision ?? ''),
      rejected: JSON.parse(row.rejected ?? '[]') as unknown[],
      limited: limitationsOf(row.limited).length,
      troubles: troublesSince(row.troubles),
      behindSince: first?.accepted_at ?? null,
      following: [row.grid, row.upper, row.lower, row.bess].flatMap((text) =>
        text === null ? [] : [JSON.parse(text) as LatestFollowing],
      ),
    });
  }
  return overviews;
}
