import { parseSiteId, type SiteId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import { noSuch } from '../http/no-such.ts';

/** The site that the path of a request names; undefined when it can name none. */
export function siteIdOf(request: FastifyRequest): SiteId | undefined {
  return parseSiteId((request.params as { siteId: string }).siteId);
}

/** The site that the path of a request names: 404 when it can name none. */
export function siteIdOrThrow(request: FastifyRequest): SiteId {
  const siteId = siteIdOf(request);
  if (siteId === undefined) throw noSuch('site');
  return siteId;
}
