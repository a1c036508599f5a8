import { parseSiteId, type RegisteredSite } from '@setpoint/contract';
import type { RegistryCalls, SiteCalls } from '@setpoint/client';
import { collect, onlyOne } from '../shell/only-one.ts';

/** The site with this id, or with this name if no other site has it. */
export async function findSite(registry: RegistryCalls, idOrName: string): Promise<RegisteredSite> {
  const siteId = parseSiteId(idOrName);
  if (siteId !== undefined) return registry.readSite(siteId);
  const found = await collect(registry.sites(), (site) => site.siteName === idOrName);
  return onlyOne(found, { noun: 'site', name: idOrName, ids: found.map((site) => site.siteId) });
}

/** The id of the site that an argument names, among the sites that the caller can see. */
export async function findVisibleSite(sites: Pick<SiteCalls, 'listSites'>, idOrName: string): Promise<string> {
  const siteId = parseSiteId(idOrName);
  if (siteId !== undefined) return siteId;
  const found = (await sites.listSites()).filter((site) => site.siteName === idOrName);
  return onlyOne(found, { noun: 'site', name: idOrName, ids: found.map((site) => site.siteId) }).siteId;
}
