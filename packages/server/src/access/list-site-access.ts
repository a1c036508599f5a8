import type { ClientId, SiteId } from '@setpoint/contract';
import { listOf } from '../store/list-of.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { SiteAccess } from './find-site-access.ts';
import { ALL_SITES } from './put-grant.ts';

const grantsOn = statement<{ clientId: string; siteIds: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_grant', (join) =>
      join.onRef('site_grant.site_id', '=', 'site.site_id').on('client_id', '=', param('clientId')),
    )
    .select(['site.site_id', 'can_schedule'])
    .where('site.site_id', 'in', listOf(dialect, param('siteIds'))),
);

const grantOnAll = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('site_grant')
    .select('can_schedule')
    .where('client_id', '=', param('clientId'))
    .where('site_id', '=', ALL_SITES),
);

/** What a client may do with those of some sites that are there. */
export async function listSiteAccess(
  tx: Tx,
  { clientId, siteIds }: { readonly clientId: ClientId; readonly siteIds: readonly SiteId[] },
): Promise<ReadonlyMap<SiteId, Pick<SiteAccess, 'canRead' | 'canSchedule'>>> {
  const onAll = await tx.first(grantOnAll, { clientId });
  const rows = await tx.all(grantsOn, { clientId, siteIds: JSON.stringify(siteIds) });
  return new Map(
    rows.map(({ site_id: siteId, can_schedule: onSite }) => {
      const canRead = onSite !== null || onAll !== undefined;
      return [siteId as SiteId, { canRead, canSchedule: onSite === 1 || onAll?.can_schedule === 1 }];
    }),
  );
}
