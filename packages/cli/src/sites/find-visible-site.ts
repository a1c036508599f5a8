import type { SiteCalls } from '@setpoint/client';
import { parseSiteId } from '@setpoint/contract';
import { onlyOne } from '../shell/only-one.ts';

/** The id of the site that an argument names, among the sites that the caller can see. */
export async function findVisibleSite(sites: Pick<SiteCalls, 'listSites'>, idOrName: string): Promise<string> {
  const siteId = parseSiteId(idOrName);
  if (siteId !== undefined) return siteId;
  const found = (await sites.listSites()).filter((site) => site.siteName === idOrName);
  return onlyOne(found, { noun: 'site', name: idOrName, ids: found.map((site) => site.siteId) }).siteId;
}
