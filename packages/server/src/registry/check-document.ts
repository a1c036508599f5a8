import { AppError, type Grant, type KeptSite, parseSiteId, type RegistryDocument } from '@setpoint/contract';
import { parseInstant } from '@setpoint/core';
import { noSuch } from '../http/no-such.ts';
import { isTimeZone } from '../wire/is-time-zone.ts';

interface Checking {
  /** The sites that the store has. */
  readonly present: Iterable<string>;
  readonly now: number;
}

/** Refuses a document that contradicts itself, or grants a site that neither it nor the store has. */
export function checkDocument(document: RegistryDocument, { present, now }: Checking): void {
  checkSites(document.sites);
  checkClients(document, {
    siteIds: new Set([...present, ...document.sites.map(({ siteId }) => siteId.toLowerCase())]),
    now,
  });
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

interface Known {
  readonly siteIds: ReadonlySet<string>;
  readonly now: number;
}

function checkClients({ clients }: RegistryDocument, known: Known): void {
  const named = new Set<string>();
  for (const [index, { clientName, grants }] of clients.entries()) {
    const place = `clients[${index}]`;
    if (named.has(clientName)) throw wrong(`${place}.clientName: ${clientName} is named twice`);
    named.add(clientName);
    checkGrants(`${place}.grants`, grants, known);
  }
}

function checkGrants(place: string, grants: readonly Grant[], { siteIds, now }: Known): void {
  const named = new Map<string, string>();
  for (const [at, { siteId, allSites, can, endsAt }] of grants.entries()) {
    if ((siteId === undefined) === (allSites === undefined)) {
      throw wrong(`${place}[${at}]: name either siteId or allSites`);
    }
    const site = siteId?.toLowerCase() ?? 'allSites';
    if (siteId !== undefined && !siteIds.has(site)) throw wrong(`${place}[${at}].siteId: ${noSuch('site').message}`);
    checkEnd(`${place}[${at}]`, endsAt, now);
    const said = `${can} ${endsAt ?? ''}`;
    if ((named.get(site) ?? said) !== said) throw wrong(`${place}[${at}]: ${site} is named twice`);
    named.set(site, said);
  }
}

function checkEnd(place: string, endsAt: string | undefined, now: number): void {
  if (endsAt === undefined) return;
  const end = parseInstant(endsAt);
  if (end === undefined) throw wrong(`${place}.endsAt: must be an RFC 3339 date-time with seconds and an offset`);
  if (end <= now) throw wrong(`${place}.endsAt: is in the past; leave the grant out`);
}

function wrong(message: string): AppError {
  return new AppError('bad_request', message);
}
