import { AppError, parseSiteId, type Scope, type SiteId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';
import type { SiteHead } from './site-head.ts';
import type { CallerLimits } from '../identity/caller-limits.ts';
import { findSiteAccess } from './find-site-access.ts';
import { isClientEnabled } from '../identity/is-client-enabled.ts';
import { tooMany } from '../identity/too-many.ts';

export interface Identity {
  readonly authenticate: Authenticate;
  readonly store: Store;
  /** Left out, anybody may call as often as they like. */
  readonly limits?: CallerLimits;
}

/** The caller of a request, enabled and with the scope that the route needs. */
export async function callerOrThrow(identity: Identity, request: FastifyRequest, scope: Scope): Promise<Caller> {
  const caller = await authenticatedOrThrow(identity, request);
  if (!(await identity.store.read(isClientEnabled, caller))) throw unauthorized();
  if (!caller.scopes.has(scope)) throw missingScope(scope);
  return caller;
}

interface AddressedSite {
  readonly caller: Caller;
  readonly site: SiteHead;
}

/** The caller and the site of a request: 401 before 404 before 403, all before the body is looked at. */
export async function siteOrThrow(identity: Identity, request: FastifyRequest, scope: Scope): Promise<AddressedSite> {
  const caller = await authenticatedOrThrow(identity, request);
  const siteId = parseSiteId((request.params as { siteId: string }).siteId);
  if (siteId === undefined) {
    if (!(await identity.store.read(isClientEnabled, caller))) throw unauthorized();
    throw noSuchSite();
  }
  const access = await identity.store.read(findSiteAccess, { clientId: caller.clientId, siteId });
  if (!access.isClientEnabled) throw unauthorized();
  if (access.site === undefined) throw noSuchSite();
  if (!caller.scopes.has(scope)) throw missingScope(scope);
  if (scope === 'schedules:write' ? !access.canSchedule : !access.canRead) {
    throw new AppError('forbidden', 'this client has no such access to the site');
  }
  return { caller, site: access.site };
}

/** Whether a caller can read a site; to the fleet interface one that it cannot read does not exist. */
export async function isVisibleSite({ store }: Identity, { clientId }: Caller, siteId: SiteId): Promise<boolean> {
  const { site, canRead } = await store.read(findSiteAccess, { clientId, siteId });
  return site !== undefined && canRead;
}

// A good token is never refused for the bad ones from its address: those alone are counted.
async function authenticatedOrThrow({ authenticate, limits }: Identity, request: FastifyRequest): Promise<Caller> {
  const found = authenticate(request.headers.authorization);
  const caller = found instanceof Promise ? await found : found;
  if (caller === undefined) throw limits?.failures.take(request.ip) === false ? tooMany('failures') : unauthorized();
  if (limits?.calls?.take(caller.clientId) === false) throw tooMany('calls');
  return caller;
}

function unauthorized(): AppError {
  return new AppError('unauthorized', 'a valid access token is required: Authorization: Bearer <token>');
}

function noSuchSite(): AppError {
  return new AppError('not_found', 'there is no such site');
}

function missingScope(scope: Scope): AppError {
  return new AppError('forbidden', `the token lacks the scope ${scope}`);
}
