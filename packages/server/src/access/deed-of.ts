import type { Actor } from '@setpoint/contract';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../identity/caller.ts';
import type { Deed } from '../trail/deed.ts';

/** What a caller does with a request. */
export function deedOf(
  { ip, id }: Pick<FastifyRequest, 'ip' | 'id'>,
  { clientId, person }: Pick<Caller, 'clientId' | 'person'>,
): Deed {
  const actor: Actor =
    person === undefined ? { kind: 'client', id: clientId } : { kind: 'person', id: clientId, name: person.personName };
  return { actor, address: ip, requestId: id };
}
