import type { ClientId, SiteId } from '@setpoint/contract';
import type { Transaction, Tx } from '../store/tx.ts';
import { listSiteRights } from './list-site-rights.ts';

export interface ReadVisibleInput<Site> {
  readonly clientId: ClientId;
  readonly siteId: SiteId;
  readonly read: Transaction<{ readonly siteId: SiteId }, Site | undefined>;
}

/** What is read of a site, if the client can see it as of the same instant. */
export async function readVisible<Site>(
  tx: Tx,
  { clientId, siteId, read }: ReadVisibleInput<Site>,
): Promise<Site | undefined> {
  const [rights, site] = await Promise.all([listSiteRights(tx, { clientId, siteIds: [siteId] }), read(tx, { siteId })]);
  return rights.get(siteId)?.canRead === true ? site : undefined;
}
