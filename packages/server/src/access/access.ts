import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type ClientId, parseSiteId, type Scope, type SiteId } from '@setpoint/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noSuch } from '../http/send/no-such.ts';
import { noteSender } from '../http/server/note-sender.ts';
import { actorOf } from '../identity/actor-of.ts';
import { type Authenticate, type Caller, isOperator, kindOf } from '../identity/caller.ts';
import type { Budget } from '../limits/budget.ts';
import { addressGroup } from '../platform/addresses/address-group.ts';
import type { CallerLimits } from '../limits/caller-limits.ts';
import { joinReads } from '../platform/join-reads.ts';
import { readStanding, type Standing, standingBy, standingOf, standingOfOperator } from '../identity/standing-of.ts';
import { tooMany } from '../limits/too-many.ts';
import { onBehalfOf } from '../store/on-behalf-of.ts';
import type { Store } from '../store/store.ts';
import { findSiteAccess } from './sites/find-site-access.ts';
import type { SiteRights } from './sites/site-rights.ts';
import { listSiteRights } from './sites/list-site-rights.ts';
import { missingScope, noAccess, unauthorized } from './refusals.ts';
import type { SiteHead } from './sites/site-head.ts';

interface AddressedSite {
  readonly caller: Caller;
  readonly site: SiteHead;
}

interface VisibleSite {
  readonly site: SiteHead;
  readonly canSchedule: boolean;
}

/** From a request to who calls, and to what that caller may touch. */
export interface Access {
  /** Who calls, enabled and with the scope that the route needs, if it needs one: 401 before 403. */
  caller(request: FastifyRequest, scope?: Scope): Promise<Caller>;
  /** As `caller`, for what computes long: in the caller's share of it, and when it is their turn. */
  callerInTurn(request: FastifyRequest, reply: FastifyReply, scope: Scope): Promise<Caller>;
  /** Waits for another turn, before the next part of what computes long. */
  turn(caller: Caller): Promise<void>;
  /** When the next part of an answer may begin that is as cheap as a request; undefined for now. */
  next(caller: Caller): Promise<void> | undefined;
  /** Who calls by a request that is still being answered; undefined once nobody is let in by its token. */
  callerNow(request: FastifyRequest): Promise<Caller | undefined>;
  /** Whether anybody is. */
  isStillGood(request: FastifyRequest): Promise<boolean>;
  /** The site of a request to the public interface: 401 before 404 before 403, all before the body is looked at. */
  publicSite(request: FastifyRequest, scope: Scope): Promise<AddressedSite>;
  /** A site on the fleet interface, where one that the caller cannot read does not exist. */
  site(caller: Caller, siteId: SiteId): Promise<VisibleSite>;
  /** The sites that a body names, all of which the caller can see. */
  sites(caller: Caller, named: readonly string[]): Promise<SiteId[]>;
  /** What a caller may do with those of a few sites that are there. */
  rights(caller: Caller, siteIds: readonly SiteId[]): Promise<ReadonlyMap<SiteId, SiteRights>>;
}

interface AccessBy {
  readonly authenticate: Authenticate;
  readonly store: Store;
  readonly limits: CallerLimits;
  readonly budget: Budget;
}

export function createAccess(by: AccessBy): Access {
  const { store, budget } = by;
  const callerNow = askCallers(by);
  return {
    caller: (request, scope) => callerOrThrow(by, request, scope),
    async callerInTurn(request, reply, scope) {
      const caller = await callerOrThrow(by, request, scope);
      await budget.compute(reply, caller.clientId);
      return caller;
    },
    turn: ({ clientId }) => budget.turn(clientId),
    next: ({ clientId }) => budget.begin(clientId),
    callerNow,
    isStillGood: async (request) => (await callerNow(request)) !== undefined,
    publicSite: (request, scope) => publicSiteOrThrow(by, request, scope),
    site: (caller, siteId) => visibleSiteOrThrow(store, caller, siteId),
    sites: (caller, named) => visibleSitesOrThrow(store, caller, named),
    rights: ({ clientId }, siteIds) => store.read(listSiteRights, { clientId, siteIds }),
  };
}

/** Asks once for all streams of a client that one piece of news wakes. */
function askCallers({ authenticate, store }: AccessBy): Access['callerNow'] {
  const rowOf = joinReads((clientId: ClientId) => store.read(readStanding, { clientId }));
  return async ({ headers }) => {
    for (const isAnew of [false, true]) {
      const caller = await authenticate(headers.authorization, isAnew);
      const row = caller && (await rowOf(caller.clientId));
      if (caller === undefined || row === undefined) return undefined;
      const standing = standingBy(row, caller);
      if (standing !== 'unsure') return standing === 'good' ? caller : undefined;
    }
    return undefined;
  };
}

async function callerOrThrow(by: AccessBy, request: FastifyRequest, scope: Scope | undefined): Promise<Caller> {
  const { caller } = await letInOrThrow(by, request, (who) => standingAlone(by, who));
  if (scope === undefined || caller.scopes.has(scope) || isRead(caller, scope, request)) return caller;
  throw missingScope(scope, caller);
}

// An auditor reads all that operators do, and changes nothing; operators read what auditors do.
function isRead({ scopes }: Caller, scope: Scope, { method }: FastifyRequest): boolean {
  if (scope === 'audit:read') return scopes.has('fleet:admin');
  return scope === 'fleet:admin' && scopes.has('audit:read') && (method === 'GET' || method === 'HEAD');
}

async function standingAlone({ store }: AccessBy, caller: Caller): Promise<{ readonly standing: Standing }> {
  const read = isOperator(caller) ? standingOfOperator : standingOf;
  return { standing: await onBehalfOf(caller.clientId, () => store.read(read, caller)) };
}

async function publicSiteOrThrow(by: AccessBy, request: FastifyRequest, scope: Scope): Promise<AddressedSite> {
  const siteId = parseSiteId((request.params as { siteId: string }).siteId);
  if (siteId === undefined) {
    await letInOrThrow(by, request, (caller) => standingAlone(by, caller));
    throw noSuch('site');
  }
  const look = (who: Caller) => findAccess(by.store, who, siteId);
  const authenticated = authenticatedOrThrow(by, request);
  let caller = authenticated instanceof Promise ? await authenticated : authenticated;
  let access = await look(caller);
  // Written out, because every request to a site comes by: each promise less is a part of what it costs.
  if (access.standing !== 'good') {
    ({ caller, found: access } = await goodOrThrow(by, request, { caller, found: access, look }));
  }
  if (access.site === undefined) throw noSuch('site');
  if (!caller.scopes.has(scope)) throw missingScope(scope, caller);
  if (scope === 'schedules:write' ? !access.canSchedule : !access.canRead) throw noAccess(caller);
  return { caller, site: access.site };
}

function findAccess(store: Store, caller: Caller, siteId: SiteId): ReturnType<typeof findSiteAccess> {
  return onBehalfOf(caller.clientId, () => store.read(findSiteAccess, { caller, siteId }));
}

async function visibleSiteOrThrow(store: Store, caller: Caller, siteId: SiteId): Promise<VisibleSite> {
  const { site, canRead, canSchedule } = await findAccess(store, caller, siteId);
  if (site === undefined || !canRead) throw noSuch('site');
  return { site, canSchedule };
}

interface LetIn<Found> {
  readonly caller: Caller;
  readonly found: Found;
}

interface LookedUp<Found> extends LetIn<Found> {
  readonly look: (caller: Caller) => Promise<Found>;
}

/** Who calls, with what is found for them in one look-up. */
async function letInOrThrow<Found extends { readonly standing: Standing }>(
  by: AccessBy,
  request: FastifyRequest,
  look: LookedUp<Found>['look'],
): Promise<LetIn<Found>> {
  const caller = await authenticatedOrThrow(by, request);
  return goodOrThrow(by, request, { caller, found: await look(caller), look });
}

// In another look-up when a signing key was revoked meanwhile.
async function goodOrThrow<Found extends { readonly standing: Standing }>(
  { authenticate }: AccessBy,
  { headers }: FastifyRequest,
  { caller, found, look }: LookedUp<Found>,
): Promise<LetIn<Found>> {
  if (found.standing === 'good') return { caller, found };
  const again = found.standing === 'unsure' ? await authenticate(headers.authorization, true) : undefined;
  if (again === undefined) throw unauthorized();
  const foundAgain = await look(again);
  if (foundAgain.standing !== 'good') throw unauthorized();
  return { caller: again, found: foundAgain };
}

// A promise only where something is to be waited for.
function authenticatedOrThrow(by: AccessBy, request: FastifyRequest): Caller | Promise<Caller> {
  const turn = () => by.budget.begin(addressGroup(request.ip));
  const found = by.authenticate(request.headers.authorization, false, turn);
  return found instanceof Promise
    ? found.then((caller) => admittedOrThrow(by, request, caller))
    : admittedOrThrow(by, request, found);
}

// A good token is never refused for the bad ones from its address: those alone are counted.
function admittedOrThrow(
  { limits, budget }: AccessBy,
  request: FastifyRequest,
  caller: Caller | undefined,
): Caller | Promise<Caller> {
  if (caller === undefined) throw limits.failures.take(request.ip) ? unauthorized() : tooMany('failures');
  request.payer = caller.clientId;
  noteSender(request, `${kindOf(caller)} ${caller.clientId}`, actorOf(caller));
  if (limits.calls?.take(caller.clientId) === false) throw tooMany('calls');
  const later = budget.begin(caller.clientId);
  return later === undefined ? caller : later.then(() => caller);
}

const CHECKED_PER_TURN = 50;

async function visibleSitesOrThrow(store: Store, { clientId }: Caller, named: readonly string[]): Promise<SiteId[]> {
  const seen = new Set<SiteId>();
  for (let start = 0; start < named.length; start += CHECKED_PER_TURN) {
    // Others are served in between.
    if (start > 0) await nextTurn();
    const some = named.slice(start, start + CHECKED_PER_TURN).map((text) => ({ text, siteId: parseSiteId(text) }));
    const siteIds = some.flatMap(({ siteId }) => siteId ?? []);
    const rights = await store.read(listSiteRights, { clientId, siteIds });
    for (const [index, { text, siteId }] of some.entries()) {
      if (siteId === undefined || rights.get(siteId)?.canRead !== true) throw noSuch('site', text.slice(0, 40));
      if (seen.has(siteId)) throw new AppError('bad_request', `siteIds[${start + index}]: ${siteId} is named twice`);
      seen.add(siteId);
    }
  }
  return [...seen];
}
