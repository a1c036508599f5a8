import type { ClientId, PoolId, SiteId } from '@setpoint/contract';
import type { RawBuilder } from 'kysely';
import { type Building, statement } from '../store/statement.ts';
import { longRead } from '../store/long-read.ts';
import type { Tx } from '../store/tx.ts';
import { isMember } from '../access/pools/is-member.ts';
import { isVisible } from '../access/sites/is-visible.ts';
import { clientAlone, type Grantees, withGroups } from '../access/grantees.ts';
import type { SiteHead } from '../access/sites/site-head.ts';
import { commandTexts, headFromRow, type StoredSite } from './read-site.ts';

/** The last site of a page; the next page begins behind it. */
export interface SitePosition {
  readonly siteName: string;
  readonly siteId: string;
}

export const BEFORE_ALL_SITES: SitePosition = { siteName: '', siteId: '' };

type PoolParams = PageParams & { poolId: string };
type PageParams = { clientId: string; siteName: string; siteId: string; limit: number };

type PageBuilding = Pick<Building<PageParams>, 'db' | 'dialect' | 'param'>;

const ofClient = ({ param }: PageBuilding): Grantees => clientAlone(param('clientId'));
const ofAnybody = ({ dialect, param }: PageBuilding): Grantees => withGroups(dialect, param('clientId'));

const visibleSites = (
  { db, dialect, param }: PageBuilding,
  { grantees, among }: { readonly grantees: Grantees; readonly among?: RawBuilder<boolean> },
) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('site')
        .selectAll('site')
        .where((where) =>
          where(where.refTuple('site.site_name', 'site.site_id'), '>', where.tuple(param('siteName'), param('siteId'))),
        )
        .where(isVisible(dialect, 'site.site_id', grantees))
        .$if(among !== undefined, (sites) => (among === undefined ? sites : sites.where(among)))
        .orderBy('site.site_name')
        .orderBy('site.site_id')
        .limit(param('limit'))
        .as('page'),
    )
    .leftJoin('site_state', 'site_state.site_id', 'page.site_id')
    .select(['page.site_id', 'site_name', 'page.version', 'state_hash', 'reported_at', 'disconnected_at', 'assets'])
    .orderBy('site_name')
    .orderBy('page.site_id');

const headsOf = (grantees: typeof ofClient) =>
  statement<PageParams>()((building) => visibleSites(building, { grantees: grantees(building) }));

const withTexts = (sites: ReturnType<typeof visibleSites>) =>
  sites.leftJoin('set_command', 'set_command.site_id', 'page.site_id').select(['asset', 'type', 'text']);

const pageOf = (grantees: typeof ofClient) =>
  statement<PageParams>()((building) => withTexts(visibleSites(building, { grantees: grantees(building) })));

const [headsOfClient, headsOfAnybody] = [headsOf(ofClient), headsOf(ofAnybody)];
const [pageOfClient, pageOfAnybody] = [pageOf(ofClient), pageOf(ofAnybody)];

const visibleMembers = statement<PoolParams>()((building) =>
  withTexts(
    visibleSites(building, {
      grantees: ofAnybody(building),
      among: isMember(building.dialect, 'site.site_id', building.param('poolId')),
    }),
  ),
);

export interface SitesPage {
  readonly clientId: ClientId;
  readonly after: SitePosition;
  readonly limit: number;
  /** Only the members of this pool; left out, of any or none. */
  readonly poolId?: PoolId | undefined;
  /** Whether the caller is a client, which is in no groups; left out, its groups count. */
  readonly isClient?: boolean;
}

/** As `listSites`, without the schedules. */
export async function listSiteHeads(tx: Tx, { clientId, after, limit, isClient }: SitesPage): Promise<SiteHead[]> {
  const rows = await tx.all(isClient === true ? headsOfClient : headsOfAnybody, { clientId, ...after, limit });
  return rows.map((row) => headFromRow(row.site_id as SiteId, row));
}

/** The sites that a client can see, in their order, from one position on; an empty page is the end. */
export const listSites = longRead(async function listSites(
  tx: Tx,
  { clientId, after, limit, poolId, isClient }: SitesPage,
): Promise<StoredSite[]> {
  const page = { clientId, ...after, limit };
  const rows =
    poolId === undefined
      ? await tx.all(isClient === true ? pageOfClient : pageOfAnybody, page)
      : await tx.all(visibleMembers, { ...page, poolId });
  const groups = Map.groupBy(rows, (row) => row.site_id);
  return [...groups.values()].flatMap((group) => {
    const [row] = group;
    if (row === undefined) return [];
    return [{ ...headFromRow(row.site_id as SiteId, row), commands: commandTexts(group) }];
  });
});
