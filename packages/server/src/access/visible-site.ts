import { AppError, parseSiteId, type Scope } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../identity/caller.ts';
import { findSiteAccess } from './find-site-access.ts';
import type { SiteHead } from './site-head.ts';
import { callerOrThrow, type Identity } from './authorize.ts';

interface VisibleSite {
  readonly caller: Caller;
  readonly site: SiteHead;
  readonly canSchedule: boolean;
}

/** The site of a request to the fleet interface, where one that the caller cannot read does not exist. */
export async function visibleSiteOrThrow(
  identity: Identity,
  request: FastifyRequest,
  scope: Scope,
): Promise<VisibleSite> {
  const caller = await callerOrThrow(identity, request, scope);
  const siteId = parseSiteId((request.params as { siteId: string }).siteId);
  if (siteId === undefined) throw noSuchSite();
  const { clientId } = caller;
  const { site, canRead, canSchedule } = await identity.store.read(findSiteAccess, { clientId, siteId });
  if (site === undefined || !canRead) throw noSuchSite();
  return { caller, site, canSchedule };
}

function noSuchSite(): AppError {
  return new AppError('not_found', 'there is no such site');
}
