import {
  AppError,
  type Grant,
  type KeptPool,
  type KeptSite,
  parsePoolId,
  parseSiteId,
  type RegistryDocument,
} from '@setpoint/contract';
import { parseInstant } from '@setpoint/core';
import { noSuch } from '../http/no-such.ts';
import { roleTo } from '../people/role-routes.ts';
import { readMemberships } from '../pools/read-memberships.ts';
import { isTimeZone } from '../wire/is-time-zone.ts';

interface Checking {
  /** The sites that the store has. */
  readonly present: Iterable<string>;
  readonly pools: Iterable<string>;
  readonly now: number;
}

/** Refuses a document that contradicts itself, or grants a site that neither it nor the store has. */
export function checkDocument(document: RegistryDocument, { present, pools, now }: Checking): void {
  checkSites(document.sites);
  const siteIds = new Set([...present, ...document.sites.map(({ siteId }) => siteId.toLowerCase())]);
  const poolIds = new Set([...pools, ...(document.pools ?? []).map(({ poolId }) => poolId.toLowerCase())]);
  checkPools(document.pools ?? [], { siteIds, now });
  checkClients(document, { siteIds, poolIds, now });
  checkHolders(document, { siteIds, poolIds, now });
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

function checkPools(pools: readonly KeptPool[], { siteIds, now }: Pick<Known, 'siteIds' | 'now'>): void {
  const named = new Set<string>();
  for (const [index, { poolId, members }] of pools.entries()) {
    const place = `pools[${index}]`;
    const known = parsePoolId(poolId);
    if (known === undefined) throw wrong(`${place}.poolId: must be a UUID`);
    if (named.has(known)) throw wrong(`${place}.poolId: ${known} is named twice`);
    named.add(known);
    const missing = [...readMemberships(members, now, `${place}.`).keys()].find((siteId) => !siteIds.has(siteId));
    if (missing !== undefined) throw wrong(`${place}.members: ${noSuch('site', missing).message}`);
  }
}

interface Known {
  readonly siteIds: ReadonlySet<string>;
  readonly poolIds: ReadonlySet<string>;
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

function checkHolders({ groups = [], persons = [] }: RegistryDocument, known: Known): void {
  const holders = [
    ...groups.map((group, at) => ({ ...group, place: `groups[${at}]`, name: group.groupName })),
    ...persons.map((person, at) => ({ ...person, place: `persons[${at}]`, name: person.subject })),
  ];
  const named = new Set<string>();
  for (const { place, issuer, name, roles } of holders) {
    const of = JSON.stringify([place.split('[')[0], issuer, name]);
    if (named.has(of)) throw wrong(`${place}: ${name} of ${issuer} is named twice`);
    named.add(of);
    for (const { role, ...where } of roles) roleTo(role, where);
    const grants = roles.map(({ role, ...where }) => ({ ...where, can: role }));
    checkGrants(`${place}.roles`, grants, known);
  }
}

type Wanted = Omit<Grant, 'can'> & { readonly can: string };

function checkGrants(place: string, grants: readonly Wanted[], { siteIds, poolIds, now }: Known): void {
  const named = new Map<string, string>();
  for (const [at, grant] of grants.entries()) {
    const { can, endsAt } = grant;
    const granted = grantedOrThrow(`${place}[${at}]`, grant, { siteIds, poolIds });
    checkEnd(`${place}[${at}]`, endsAt, now);
    const said = `${can} ${endsAt ?? ''}`;
    if ((named.get(granted) ?? said) !== said) throw wrong(`${place}[${at}]: ${granted} is named twice`);
    named.set(granted, said);
  }
}

/** What a grant of the document is for: something that there is. */
function grantedOrThrow(
  place: string,
  { siteId, poolId, allSites }: Wanted,
  { siteIds, poolIds }: Pick<Known, 'siteIds' | 'poolIds'>,
): string {
  if ([siteId, poolId, allSites].filter((one) => one !== undefined).length !== 1) {
    throw wrong(`${place}: name exactly one of siteId, poolId and allSites`);
  }
  const granted = (siteId ?? poolId)?.toLowerCase() ?? 'allSites';
  if (poolId !== undefined && !poolIds.has(granted)) throw wrong(`${place}.poolId: ${noSuch('pool').message}`);
  if (siteId !== undefined && !siteIds.has(granted)) throw wrong(`${place}.siteId: ${noSuch('site').message}`);
  return granted;
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
