import { AppError, parseSiteId, type Scope, type SiteId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { callerOrThrow, type Identity, isVisibleSite } from './authorize.ts';

/** The site of a request to the fleet interface, where one that the caller cannot read does not exist. */
export async function visibleSiteOrThrow(identity: Identity, request: FastifyRequest, scope: Scope): Promise<SiteId> {
  const caller = await callerOrThrow(identity, request, scope);
  const siteId = parseSiteId((request.params as { siteId: string }).siteId);
  if (siteId !== undefined && (await isVisibleSite(identity, caller, siteId))) return siteId;
  throw new AppError('not_found', 'there is no such site');
}
