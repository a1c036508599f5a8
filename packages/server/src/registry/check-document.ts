import { AppError, type Grant, type KeptSite, parseSiteId, type RegistryDocument } from '@setpoint/contract';
import { noSuch } from '../http/no-such.ts';
import { isTimeZone } from '../wire/is-time-zone.ts';

/** Refuses a document that contradicts itself, or grants a site that neither it nor the store has. */
export function checkDocument(document: RegistryDocument, present: Iterable<string>): void {
  checkSites(document.sites);
  checkClients(document, new Set([...present, ...document.sites.map(({ siteId }) => siteId.toLowerCase())]));
}

function checkSites(sites: readonly KeptSite[]): void {
  const named = new Set<string>();
  for (const [index, { siteId, timeZone }] of sites.entries()) {
    const place = `sites[${index}]`;
    const known = parseSiteId(siteId);
    if (known === undefined) throw wrong(`${place}.siteId: must be a UUID`);
    if (named.has(known)) throw wrong(`${place}.siteId: ${known} is named twice`);
    if (!isTimeZone(timeZone)) throw wrong(`${place}.timeZone: must be the name of a time zone, such as Europe/Berlin`);
    named.add(known);
  }
}

function checkClients({ clients }: RegistryDocument, siteIds: ReadonlySet<string>): void {
  const named = new Set<string>();
  for (const [index, { clientName, grants }] of clients.entries()) {
    const place = `clients[${index}]`;
    if (named.has(clientName)) throw wrong(`${place}.clientName: ${clientName} is named twice`);
    named.add(clientName);
    checkGrants(`${place}.grants`, grants, siteIds);
  }
}

function checkGrants(place: string, grants: readonly Grant[], siteIds: ReadonlySet<string>): void {
  const named = new Map<string, Grant['can']>();
  for (const [at, { siteId, allSites, can }] of grants.entries()) {
    if ((siteId === undefined) === (allSites === undefined)) {
      throw wrong(`${place}[${at}]: name either siteId or allSites`);
    }
    const site = siteId?.toLowerCase() ?? 'allSites';
    if (siteId !== undefined && !siteIds.has(site)) throw wrong(`${place}[${at}].siteId: ${noSuch('site').message}`);
    if ((named.get(site) ?? can) !== can) throw wrong(`${place}[${at}]: ${site} is named twice`);
    named.set(site, can);
  }
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}
