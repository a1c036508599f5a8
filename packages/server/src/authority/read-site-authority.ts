import { type AuthorityCaller, type AuthorityGrant, type ClientId, scopesOfRoles } from '@setpoint/contract';
import type { SiteAuthority, SiteId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { holdAnswer } from '../holds/hold-answer.ts';
import { listHoldsOnSite } from '../holds/list-holds-on-site.ts';
import { ACTING_SCOPE } from '../identity/find-acting-client.ts';
import { clientRecord } from '../registry/clients/client-record.ts';
import { listControllerKeys } from '../registry/keys/list-controller-keys.ts';
import { siteRecord } from '../registry/sites/site-record.ts';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import { endText } from './end-text.ts';
import { findAdder, findGiverOf, findGivers } from './find-givers.ts';
import { groupsOf } from './groups-of.ts';
import { type AbleCaller, listAbleCallers } from './list-able-callers.ts';
import { listGivings } from './list-givings.ts';
import { listGroupMembers } from './list-group-members.ts';
import { listSitePools } from './list-site-pools.ts';
import { whyOf } from './why-of.ts';

export interface SiteAuthorityInput {
  readonly siteId: SiteId;
  readonly now: number;
  /** A session that was last used by then is over. */
  readonly idleSince: number;
}

const siteById = readBy('site', ['siteId'], ['siteName']);

/** Everybody and everything that can command a site now; undefined where there is no such site. */
export async function readSiteAuthority(tx: Tx, input: SiteAuthorityInput): Promise<SiteAuthority | undefined> {
  const { siteId, now } = input;
  const site = await tx.first(siteById, { siteId });
  if (site === undefined) return undefined;
  const { able, callers, groups } = await readCallers(tx, input);
  const pools = await listSitePools(tx, { siteId, now });
  return {
    siteId,
    siteName: site.siteName,
    at: instantText(now),
    callers,
    groups,
    actingClients: callers.some(({ kind }) => kind === 'person') ? await readActing(tx, able) : [],
    pools: pools.map(({ validFrom, validTo, ...pool }) => ({
      ...pool,
      since: instantText(validFrom),
      endsAt: endText(validTo),
      mayTake: callers.filter(({ grants }) => grants.some((one) => isOfPool(one, pool.poolId))).map(({ id }) => id),
    })),
    controllerKeys: await readKeys(tx, siteId),
    holds: (await listHoldsOnSite(tx, { siteId })).map(holdAnswer),
  };
}

async function readCallers(tx: Tx, { siteId, idleSince }: SiteAuthorityInput) {
  const givings = await listGivings(tx, { siteId });
  const holders = givings.map(({ holderId }) => holderId);
  const members = await listGroupMembers(tx, { ids: holders });
  const ids = [...new Set([...holders, ...members.flatMap(({ personId }) => personId ?? [])])];
  const able = await listAbleCallers(tx, { ids, idleSince });
  const why = whyOf({
    givings,
    members,
    givenOf: await findGivers(
      tx,
      givings.map(({ subject }) => subject),
    ),
  });
  const callers: AuthorityCaller[] = [];
  for (const caller of able) {
    const grants = [...why(caller.clientId), ...(await readScopeGrants(tx, caller))];
    if (grants.length > 0) callers.push(callerAnswer(caller, grants));
  }
  const listed = new Set<string>(callers.map(({ id }) => id));
  return { able, callers, groups: groupsOf(members, { why, isAble: (personId: ClientId) => listed.has(personId) }) };
}

// As `refuseBeyondReach` lets operators hold: of persons it is their role that says so, with all else.
async function readScopeGrants(tx: Tx, { clientId, scopes, createdAt }: AbleCaller): Promise<AuthorityGrant[]> {
  if (!scopes.includes('fleet:admin')) return [];
  const givenBy = await findAdder(tx, clientRecord.subject({ clientId }));
  return [{ can: 'hold', through: 'scope', since: instantText(createdAt), givenBy, endsAt: null }];
}

function callerAnswer({ clientId, kind, clientName, scopes, sessions }: AbleCaller, grants: AuthorityGrant[]) {
  const roles = grants.flatMap(({ role }) => role ?? []);
  return {
    kind,
    id: clientId,
    name: clientName,
    can: grants.some(({ can }) => can === 'schedule') ? ('schedule' as const) : ('hold' as const),
    scopes: kind === 'person' ? [...scopesOfRoles(roles)] : [...scopes],
    sessions,
    grants,
  };
}

function isOfPool({ through, poolId }: AuthorityGrant, wanted: string): boolean {
  return through === 'all_sites' || poolId === wanted;
}

async function readActing(tx: Tx, able: readonly AbleCaller[]): Promise<SiteAuthority['actingClients']> {
  const acting = able.filter(({ scopes }) => scopes.includes(ACTING_SCOPE));
  const found: SiteAuthority['actingClients'] = [];
  for (const { clientId, clientName, scopes, createdAt } of acting) {
    const givenBy = await findAdder(tx, clientRecord.subject({ clientId }));
    found.push({ clientId, clientName, scopes: [...scopes], since: instantText(createdAt), givenBy });
  }
  return found;
}

async function readKeys(tx: Tx, siteId: SiteId): Promise<SiteAuthority['controllerKeys']> {
  const found: SiteAuthority['controllerKeys'] = [];
  for (const { keyId, createdAt, lastUsedAt, endsAt } of (await listControllerKeys(tx, { siteId })) ?? []) {
    const key = { list: 'controllerKeys', key: 'keyId', id: keyId };
    const { givenBy } = await findGiverOf(tx, { subject: siteRecord.subject({ siteId }), ...key });
    const times = { since: instantText(createdAt), lastUsedAt: instantTextOrNull(lastUsedAt), endsAt: endText(endsAt) };
    found.push({ keyId, givenBy, ...times });
  }
  return found;
}
