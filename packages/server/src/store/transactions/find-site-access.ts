import type { ClientId, SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';

/** What a client may do with a site, as the database has it now. */
export interface SiteAccess {
  readonly isClientEnabled: boolean;
  readonly siteExists: boolean;
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

const accessOf = statement<{ clientId: string; siteId: string }>()(({ db, param }) =>
  db.selectNoFrom((eb) => [
    eb.selectFrom('client').select('is_enabled').where('client_id', '=', param('clientId')).as('is_enabled'),
    eb.selectFrom('site').select('version').where('site_id', '=', param('siteId')).as('version'),
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
  return {
    isClientEnabled: row?.is_enabled === 1,
    siteExists: row?.version !== null && row?.version !== undefined,
    canRead: row?.can_schedule !== null && row?.can_schedule !== undefined,
    canSchedule: row?.can_schedule === 1,
  };
}
