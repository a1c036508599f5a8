import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const zoneOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('time_zone').where('site_id', '=', param('siteId')),
);

/** The time zone of a site; undefined if there is no such site. */
export async function readTimeZone(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<string | undefined> {
  return (await tx.first(zoneOfSite, { siteId }))?.time_zone;
}

/** Whether a body may speak of a day. */
export function mayNameDay(bytes: Buffer): boolean {
  return bytes.includes('"day"');
}
