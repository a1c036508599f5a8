import { parseSiteId, type SiteId } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';

/** The site that the path of a request names; undefined when it can name none. */
export function siteIdOf(request: FastifyRequest): SiteId | undefined {
  return parseSiteId((request.params as { siteId: string }).siteId);
}
