import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { SitePosition } from '../sites/list-sites.ts';
import { registrationFromRow, registrations, type StoredRegistration } from './read-registered-site.ts';

const registeredPage = statement<{ siteName: string; siteId: string; limit: number }>()(({ db, param }) =>
  registrations({ db })
    .where((where) =>
      where(where.refTuple('site_name', 'site.site_id'), '>', where.tuple(param('siteName'), param('siteId'))),
    )
    .orderBy('site_name')
    .orderBy('site.site_id')
    .limit(param('limit')),
);

/** Every site there is, in the order of the names, from one position on. */
export async function listRegisteredSites(
  tx: Tx,
  { after, limit }: { after: SitePosition; limit: number },
): Promise<StoredRegistration[]> {
  const rows = await tx.all(registeredPage, { ...after, limit });
  return rows.map(registrationFromRow);
}
