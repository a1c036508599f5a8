import type { ClientId, LatestFollowing, SiteId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import { listSiteRights } from '../access/sites/list-site-rights.ts';
import { listSites, type SitesPage } from '../sites/list-sites.ts';
import { heldPairsOf, type PlannedSite } from '../plan/read-planned-site.ts';
import { readSiteFacts, type SiteFacts } from '../problems/site-facts.ts';
import { readSite, type StoredSite } from '../sites/read-site.ts';

/** What is set on a site, and how far that has come. */
export interface StoredOverview {
  readonly site: PlannedSite;
  readonly facts: SiteFacts;
  /** For each asset the latest entry that was judged to its end, however long ago. */
  readonly following: readonly LatestFollowing[];
}

/** As entries that were followed alike are listed. */
const FOLLOWED_ASSETS = ['grid', 'grid/upperLimitkW', 'grid/lowerLimitkW', 'bess'];
const judgedOf = readBy('site_following', ['siteId'], ['asset', 'judged']);

/** The sites that a client can see, in their order, from one position on; an empty page is the end. */
export async function listOverviews(tx: Tx, page: SitesPage & { readonly now: number }): Promise<StoredOverview[]> {
  return withFacts(tx, await listSites(tx, page), page.now);
}

/** The sites of these that a client can see. */
export async function readOverviews(
  tx: Tx,
  { clientId, siteIds, now }: { clientId: ClientId; siteIds: readonly SiteId[]; now: number },
): Promise<StoredOverview[]> {
  const rights = await listSiteRights(tx, { clientId, siteIds });
  const sites: StoredSite[] = [];
  for (const siteId of siteIds) {
    const site = rights.get(siteId)?.canRead === true ? await readSite(tx, { siteId }) : undefined;
    if (site !== undefined) sites.push(site);
  }
  return withFacts(tx, sites, now);
}

async function withFacts(tx: Tx, sites: readonly StoredSite[], now: number): Promise<StoredOverview[]> {
  const facts = await readSiteFacts(tx, { siteIds: sites.map(({ siteId }) => siteId), now });
  const overviews: StoredOverview[] = [];
  for (const site of sites) {
    const { siteId } = site;
    const ofSite = facts.get(siteId);
    if (ofSite === undefined) continue;
    const judged = new Map((await tx.all(judgedOf, { siteId })).map((row) => [row.asset, row.judged]));
    overviews.push({
      site: { ...site, held: await heldPairsOf(tx, siteId) },
      facts: ofSite,
      following: FOLLOWED_ASSETS.flatMap((asset) => {
        const text = judged.get(asset);
        return text === undefined ? [] : [JSON.parse(text) as LatestFollowing];
      }),
    });
  }
  return overviews;
}
