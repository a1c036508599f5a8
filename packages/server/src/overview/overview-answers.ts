import type { ClientId, FleetOverview, PoolId, SiteId, SiteOverview } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { Answer, Computing } from '../computing/answer.ts';
import { BY_NAME, type NamePosition } from '../http/read/cursor-shape.ts';
import { cutPage } from '../http/read/read-page.ts';
import type { SitePosition } from '../sites/list-sites.ts';
import { listOverviews, readOverviews, type StoredOverview } from './read-overviews.ts';
import { siteOverview } from './site-overview.ts';

const SITES_PER_TURN = 50;

interface OverviewInput {
  readonly clientId: ClientId;
  readonly at: number;
  readonly offlineAfterMs: number;
}

interface PageInput extends OverviewInput {
  readonly after: NamePosition;
  readonly limit: number;
  readonly poolId: PoolId | undefined;
}

/** A page of the sites that a caller can see, at a glance. */
export const overviewPageAnswer: Answer<PageInput> = {
  name: 'overview page',
  async *make(by, input) {
    const { at, limit } = input;
    const { items, nextCursor } = cutPage(await pageOf(by, input), { limit, shape: BY_NAME }, positionOf);
    yield overviewText({ at: instantText(at), sites: items, nextCursor });
  },
};

/** The sites that a caller names, as far as it can see them. */
export const namedOverviewAnswer: Answer<OverviewInput & { readonly siteIds: readonly SiteId[] }> = {
  name: 'named overview',
  async *make({ store, turn }, { siteIds, ...input }) {
    const { clientId, at: now } = input;
    const sites: SiteOverview[] = [];
    for (let start = 0; start < siteIds.length; start += SITES_PER_TURN) {
      if (start > 0) await turn();
      const some = siteIds.slice(start, start + SITES_PER_TURN);
      sites.push(...overviewsOf(input, await store.read(readOverviews, { clientId, siteIds: some, now })));
    }
    yield overviewText({ at: instantText(now), sites, nextCursor: null });
  },
};

// One site too many is read, to know whether there is another page; others compute in between.
async function pageOf({ store, turn }: Computing, input: PageInput): Promise<SiteOverview[]> {
  const { clientId, limit: wanted, poolId, at: now } = input;
  const sites: SiteOverview[] = [];
  let after: SitePosition = { siteName: input.after.name, siteId: input.after.id };
  while (sites.length <= wanted) {
    const limit = Math.min(SITES_PER_TURN, wanted + 1 - sites.length);
    const some = await store.read(listOverviews, { clientId, after, limit, poolId, now });
    sites.push(...overviewsOf(input, some));
    const last = some.at(-1);
    if (last === undefined || some.length < limit) break;
    after = last.site;
    await turn();
  }
  return sites;
}

function positionOf({ siteName, siteId }: SiteOverview): NamePosition {
  return { name: siteName, id: siteId };
}

function overviewsOf({ at, offlineAfterMs }: OverviewInput, stored: readonly StoredOverview[]): SiteOverview[] {
  return stored.map((one) => siteOverview(one, { now: at, timeoutMs: offlineAfterMs }));
}

function* overviewText({ sites, at, nextCursor }: FleetOverview): Generator<string> {
  yield `{"at":"${at}","sites":[`;
  for (const [index, site] of sites.entries()) yield (index === 0 ? '' : ',') + JSON.stringify(site);
  yield `],"nextCursor":${JSON.stringify(nextCursor)}}`;
}
