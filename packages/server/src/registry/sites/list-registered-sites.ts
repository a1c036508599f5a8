import type { PoolId } from '@setpoint/contract';
import { isMember } from '../../access/pools/is-member.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import type { SitePosition } from '../../sites/list-sites.ts';
import { registrationFromRow, registrations, type StoredRegistration } from './read-registered-site.ts';

type PageParams = { siteName: string; siteId: string; limit: number };

const pageOf = ({ db, param }: Pick<Building<PageParams>, 'db' | 'param'>) =>
  registrations({ db })
    .where((where) =>
      where(where.refTuple('site_name', 'site.site_id'), '>', where.tuple(param('siteName'), param('siteId'))),
    )
    .orderBy('site_name')
    .orderBy('site.site_id')
    .limit(param('limit'));

const registeredPage = statement<PageParams>()((building) => pageOf(building));

const registeredMembers = statement<PageParams & { poolId: string }>()((building) =>
  pageOf(building).where(isMember(building.dialect, 'site.site_id', building.param('poolId'))),
);

/** Every site there is, or every member of a pool now, in the order of the names, from one position on. */
export async function listRegisteredSites(
  tx: Tx,
  { after, limit, poolId }: { after: SitePosition; limit: number; poolId?: PoolId | undefined },
): Promise<StoredRegistration[]> {
  const page = { ...after, limit };
  const rows =
    poolId === undefined ? await tx.all(registeredPage, page) : await tx.all(registeredMembers, { ...page, poolId });
  return rows.map(registrationFromRow);
}
