import type { SiteId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';

const zoneOfSite = readBy('site', ['siteId'], ['timeZone']);

/** The time zone of a site; undefined if there is no such site. */
export async function readTimeZone(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<string | undefined> {
  return (await tx.first(zoneOfSite, { siteId }))?.timeZone;
}

/** Whether a body may speak of a day. */
export function mayNameDay(bytes: Buffer): boolean {
  return bytes.includes('"day"');
}
