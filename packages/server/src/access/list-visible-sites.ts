import type { ClientId, SiteId } from '@setpoint/contract';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { withGroups } from '../identity/grantees.ts';
import { isClientEnabled } from '../identity/is-client-enabled.ts';
import { grantByPool } from './grant-by-pool.ts';
import { ALL_SITES } from './put-grant.ts';

const grantOf = statement<{ clientId: string; siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('can_schedule')
    .where(withGroups(dialect, param('clientId'))('client_id'))
    .where('site_id', '=', param('siteId'))
    .where(inForce(dialect, 'ends_at'))
    .limit(1),
);

const poolGrantOf = statement<{ clientId: string; siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('store_state')
    .select(
      grantByPool(dialect, { site: param('siteId'), grantees: withGroups(dialect, param('clientId')) }).as('on_pool'),
    ),
);

/** Those of some sites that a client can see now; undefined when it is shut out altogether. */
export async function listVisibleSites(
  tx: Tx,
  { clientId, siteIds }: { readonly clientId: ClientId; readonly siteIds: Iterable<SiteId> },
): Promise<ReadonlySet<SiteId> | undefined> {
  if (!(await isClientEnabled(tx, { clientId }))) return undefined;
  if ((await tx.first(grantOf, { clientId, siteId: ALL_SITES })) !== undefined) return new Set(siteIds);
  const visible = new Set<SiteId>();
  for (const siteId of new Set(siteIds)) {
    const isGranted = (await tx.first(grantOf, { clientId, siteId })) !== undefined;
    if (isGranted || (await tx.first(poolGrantOf, { clientId, siteId }))?.on_pool != null) visible.add(siteId);
  }
  return visible;
}
