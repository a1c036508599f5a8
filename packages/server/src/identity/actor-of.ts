import type { Actor } from '@setpoint/contract';
import type { Caller } from './caller.ts';

type Calling = Pick<Caller, 'clientId' | 'person' | 'through'>;

/** Who a caller is, for what is recorded of it; where a client acts for a person, both. */
export function actorOf({ clientId, person, through }: Calling): Actor {
  if (person === undefined) return { kind: 'client', id: clientId };
  const itself = { kind: 'person' as const, id: clientId, name: person.personName };
  if (through === undefined) return itself;
  return { kind: 'client', id: through.clientId, name: through.clientName, onBehalfOf: itself };
}
