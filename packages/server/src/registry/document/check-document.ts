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
import { noSuch } from '../../http/send/no-such.ts';
import { roleTo } from '../../people/role-routes.ts';
import { readMemberships } from '../../pools/members/read-memberships.ts';
import { isTimeZone } from '../../wire/is-time-zone.ts';

interface Checking {
  /** The sites that the store has. */
  readonly present: Iterable<string>;
  readonly pools: Iterable<string>;
  readonly now: number;
  /** Lets others go first. */
  readonly turn: () => Promise<void>;
}

const SITES_PER_TURN = 5_000;
const HOLDERS_PER_TURN = 50;

/** Refuses a document that contradicts itself, or grants a site that neither it nor the store has. */
export async function checkDocument(document: RegistryDocument, checking: Checking): Promise<void> {
  const { present, pools, now, turn } = checking;
  await checkSites(document.sites, turn);
  const siteIds = new Set([...present, ...document.sites.map(({ siteId }) => siteId.toLowerCase())]);
  const poolIds = new Set([...pools, ...(document.pools ?? []).map(({ poolId }) => poolId.toLowerCase())]);
  await checkPools(document.pools ?? [], { siteIds, now, turn });
  await checkClients(document, { siteIds, poolIds, now, turn });
  checkHolders(document, { siteIds, poolIds, now });
}

async function checkSites(sites: readonly KeptSite[], turn: Checking['turn']): Promise<void> {
  const named = new Set<string>();
  const isZone = rememberZones();
  for (const [index, { siteId, timeZone }] of sites.entries()) {
    if (index % SITES_PER_TURN === 0) await turn();
    const place = `sites[${index}]`;
    const known = parseSiteId(siteId);
    if (known === undefined) throw wrong(`${place}.siteId: must be a UUID`);
    if (named.has(known)) throw wrong(`${place}.siteId: ${known} is named twice`);
    if (!isZone(timeZone)) throw wrong(`${place}.timeZone: must be the name of a time zone, such as Europe/Berlin`);
    named.add(known);
  }
}

// To ask for one makes a formatter, and sites are in few of them.
function rememberZones(): (text: string) => boolean {
  const zones = new Set<string>();
  return (text) => {
    const name = text.toLowerCase();
    if (zones.has(name)) return true;
    const isKnown = isTimeZone(text);
    if (isKnown) zones.add(name);
    return isKnown;
  };
}

type Pausing<Of> = Of & Pick<Checking, 'turn'>;

async function checkPools(
  pools: readonly KeptPool[],
  { siteIds, now, turn }: Pausing<Pick<Known, 'siteIds' | 'now'>>,
): Promise<void> {
  const named = new Set<string>();
  for (const [index, { poolId, members }] of pools.entries()) {
    await turn();
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

async function checkClients({ clients }: RegistryDocument, known: Pausing<Known>): Promise<void> {
  const named = new Set<string>();
  for (const [index, { clientName, grants }] of clients.entries()) {
    if (index % HOLDERS_PER_TURN === 0) await known.turn();
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
