import type { ClientId, HoldId, SiteId } from '@setpoint/contract';
import { appliedVersionOf, revisionOf } from '@setpoint/core';
import { fields } from '../store/fields.ts';
import { type Building, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { isVisible } from '../access/sites/is-visible.ts';

/** A site under a hold, with what its controller said last. */
export interface StoredHeldSite {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly heldVersion: number;
  readonly appliedVersion: number | null;
  readonly reportedAt: number | null;
  readonly disconnectedAt: number | null;
}

type PageParams = { holdId: string; after: string; limit: number };

const heldSites = ({ db, param }: Pick<Building<PageParams>, 'db' | 'param'>) =>
  db
    .selectFrom('site_hold')
    .innerJoin('site', 'site.site_id', 'site_hold.site_id')
    .innerJoin('store_state', (join) => join.onTrue())
    .leftJoin('site_state', 'site_state.site_id', 'site_hold.site_id')
    .select(fields('site.siteId', 'siteName', 'site.version', 'epoch', 'revision', 'reportedAt', 'disconnectedAt'))
    .select(['site_hold.version as heldVersion', 'state_hash as hash'])
    .where('hold_id', '=', param('holdId'))
    .where('site_hold.site_id', '>', param('after'))
    .orderBy('site_hold.site_id')
    .limit(param('limit'));

const pageOfAll = statement<PageParams>()((building) => heldSites(building));

const pageOfVisible = statement<PageParams & { clientId: string }>()(({ db, dialect, param }) =>
  heldSites({ db, param }).where(isVisible(dialect, 'site_hold.site_id', param('clientId'))),
);

export interface HeldSitesPage {
  readonly holdId: HoldId;
  /** Whose sites alone; null for those of anybody. */
  readonly visibleTo: ClientId | null;
  readonly after: string;
  readonly limit: number;
}

/** The sites that a hold lies on, by their ids, from one on. */
export async function listHeldSites(tx: Tx, input: HeldSitesPage): Promise<StoredHeldSite[]> {
  const { holdId, visibleTo, after, limit } = input;
  const page = { holdId, after, limit };
  const rows =
    visibleTo === null ? await tx.all(pageOfAll, page) : await tx.all(pageOfVisible, { ...page, clientId: visibleTo });
  return rows.map(({ siteId, version, epoch, hash, revision, ...row }) => ({
    ...row,
    siteId: siteId as SiteId,
    appliedVersion: appliedVersionOf(revision, revisionOf({ epoch, version, hash })),
  }));
}

const sitesBehind = ({ db, param }: Pick<Building<{ after: string }>, 'db' | 'param'>) =>
  db
    .selectFrom('site')
    .select(({ fn }) => fn.countAll<number>().as('sites'))
    .where('site.site_id', '>', param('after'));

const countAll = statement<{ after: string }>()((building) => sitesBehind(building));

const countVisible = statement<{ after: string; clientId: string }>()(({ db, dialect, param }) =>
  sitesBehind({ db, param }).where(isVisible(dialect, 'site.site_id', param('clientId'))),
);

/** How many sites come behind one, by their ids; of those alone that a client can see, or of all. */
export async function countSitesBehind(
  tx: Tx,
  { after, visibleTo }: Pick<HeldSitesPage, 'after' | 'visibleTo'>,
): Promise<number> {
  const row =
    visibleTo === null
      ? await tx.first(countAll, { after })
      : await tx.first(countVisible, { after, clientId: visibleTo });
  return row?.sites ?? 0;
}
