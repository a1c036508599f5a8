import type { FastifyRequest } from 'fastify';
import type { Deed } from '../trail/deed.ts';
import type { FoundSession } from './find-console-session.ts';

/** What somebody does with a cookie, where tokens are not asked for. */
export function sessionDeed(
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
  { clientId, clientName, person }: Pick<FoundSession, 'clientId' | 'clientName' | 'person'>,
): Deed {
  const kind = person === undefined ? 'client' : 'person';
  return { actor: { kind, id: clientId, name: clientName }, address: ip, requestId: id };
}
