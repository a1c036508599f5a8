import type { ClientId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { withGroups } from '../grantees.ts';
import { listOf } from '../../store/list-of.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { grantByPool } from './grant-by-pool.ts';
import { ALL_SITES } from '../grants/put-grant.ts';
import { rightsOf, type SiteRights } from './site-rights.ts';

const grantsOn = statement<{ clientId: string; siteIds: string }>()(({ db, dialect, param }) => {
  const grantees = withGroups(dialect, param('clientId'));
  return db
    .selectFrom('site')
    .select('site.site_id')
    .select((eb) => [
      eb
        .selectFrom('site_grant as one')
        .select((of) => of.fn.max('one.can_schedule').as('can_schedule'))
        .where(grantees('one.client_id'))
        .whereRef('one.site_id', '=', 'site.site_id')
        .where(inForce(dialect, 'one.ends_at'))
        .as('on_site'),
      eb
        .selectFrom('site_grant as every')
        .select((of) => of.fn.max('every.can_schedule').as('can_schedule'))
        .where(grantees('every.client_id'))
        .where('every.site_id', '=', ALL_SITES)
        .where(inForce(dialect, 'every.ends_at'))
        .as('on_all'),
    ])
    .select(grantByPool(dialect, { site: sql.ref('site.site_id'), grantees }).as('on_pool'))
    .where('site.site_id', 'in', listOf(dialect, param('siteIds')));
});

/** What a client may do with those of some sites that are there. */
export async function listSiteRights(
  tx: Tx,
  { clientId, siteIds }: { readonly clientId: ClientId; readonly siteIds: readonly SiteId[] },
): Promise<ReadonlyMap<SiteId, SiteRights>> {
  const rows = await tx.all(grantsOn, { clientId, siteIds: JSON.stringify(siteIds) });
  return new Map(
    rows.map(({ site_id: siteId, on_site: onSite, on_all: onAll, on_pool: onPool }) => [
      siteId as SiteId,
      rightsOf({ onSite, onAll, onPool }),
    ]),
  );
}
