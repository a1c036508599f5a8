import type { ClientId, SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';
import { headFromRow, type SiteHead } from './read-site.ts';

/** A site, and what a client may do with it, as the database has both now. */
export interface SiteAccess {
  readonly isClientEnabled: boolean;
  readonly site: SiteHead | undefined;
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

// One statement for all of it: every request asks for it. From a table with one row, so that there is always an answer.
const accessOf = statement<{ clientId: string; siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('store_state')
    .leftJoin('site', (join) => join.on('site.site_id', '=', param('siteId')))
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .select(['site_name', 'version', 'state_hash', 'reported_at', 'disconnected_at', 'assets'])
    .select((eb) => [
      eb.selectFrom('client').select('is_enabled').where('client_id', '=', param('clientId')).as('is_enabled'),
      eb
        .selectFrom('site_grant')
        .select(({ fn }) => fn.max('can_schedule').as('best'))
        .where('client_id', '=', param('clientId'))
        .where((grant) => grant.or([grant('site_id', '=', param('siteId')), grant('site_id', '=', '*')]))
        .as('can_schedule'),
    ]),
);

export async function findSiteAccess(tx: Tx, input: { clientId: ClientId; siteId: SiteId }): Promise<SiteAccess> {
  const row = await tx.first(accessOf, input);
  const isClientEnabled = row?.is_enabled === 1;
  const { site_name, version, state_hash } = row ?? {};
  if (row === undefined || site_name == null || version == null || state_hash == null) {
    return { isClientEnabled, site: undefined, canRead: false, canSchedule: false };
  }
  return {
    isClientEnabled,
    site: headFromRow(input.siteId, { ...row, site_name, version, state_hash }),
    canRead: row.can_schedule !== null,
    canSchedule: row.can_schedule === 1,
  };
}
