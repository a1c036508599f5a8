import type { FastifyRequest } from 'fastify';
import { actorOf } from '../identity/actor-of.ts';
import type { Caller } from '../identity/caller.ts';
import type { Deed } from '../trail/deed.ts';

/** What a caller does with a request. */
export function deedOf(
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
  caller: Pick<Caller, 'clientId' | 'person' | 'through'>,
): Deed {
  return { actor: actorOf(caller), address: ip, requestId: id };
}
