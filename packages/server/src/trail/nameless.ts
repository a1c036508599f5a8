import type { Actor } from '@setpoint/contract';

/** Who it was by id alone: the name of a person is erased with them, and events are kept. */
export function nameless({ kind, id, onBehalfOf }: Actor): Actor {
  return onBehalfOf === undefined ? { kind, id } : { kind, id, onBehalfOf: nameless(onBehalfOf) };
}
