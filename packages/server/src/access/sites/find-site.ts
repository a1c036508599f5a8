import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';

const siteById = readBy('site', ['siteId']);

/** A site, if it is there. */
export async function findSite(tx: Tx, { siteId }: { readonly siteId: string }): Promise<SiteId | undefined> {
  return (await tx.first(siteById, { siteId }))?.siteId as SiteId | undefined;
}
