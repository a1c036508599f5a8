import type { Actor } from '@setpoint/contract';

/** Whose a seat is: a person's, where a client acts for one. */
export function holderIdOf(actor: Actor): string {
  return actor.onBehalfOf?.id ?? actor.id;
}
