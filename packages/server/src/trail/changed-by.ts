import type { Actor } from '@setpoint/contract';
import type { Done } from './deed.ts';

/** What an event says of who did something: no name, for that of a person is erased with it, and events are kept. */
export function changedBy({ by }: Done): { readonly actor?: Actor } {
  if (by === undefined) return {};
  const { kind, id, onBehalfOf } = by.actor;
  const principal = onBehalfOf === undefined ? {} : { onBehalfOf: { kind: onBehalfOf.kind, id: onBehalfOf.id } };
  return { actor: { kind, id, ...principal } };
}
