import type { ClientId, SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';
import { isClientEnabled } from './is-client-enabled.ts';
import { headFromRow, type SiteHead } from './read-site.ts';

/** A site, and what a client may do with it, as the database has both now. */
export interface SiteAccess {
  readonly isClientEnabled: boolean;
  readonly site: SiteHead | undefined;
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

// One statement for both: every request asks for them together.
const accessOf = statement<{ clientId: string; siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
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
    ])
    .where('site.site_id', '=', param('siteId')),
);

export async function findSiteAccess(tx: Tx, input: { clientId: ClientId; siteId: SiteId }): Promise<SiteAccess> {
  const row = await tx.first(accessOf, input);
  if (row === undefined) {
    return { isClientEnabled: await isClientEnabled(tx, input), site: undefined, canRead: false, canSchedule: false };
  }
  return {
    isClientEnabled: row.is_enabled === 1,
    site: headFromRow(input.siteId, row),
    canRead: row.can_schedule !== null,
    canSchedule: row.can_schedule === 1,
  };
}
