import { type Actor, SERVICE_ACTOR } from '@setpoint/contract';
import type { Done } from './deed.ts';
import { nameless } from './nameless.ts';

/** What an event says of who did something: the service, where nobody asked for it. */
export function changedBy({ by }: Done): { readonly actor: Actor } {
  return { actor: nameless(by?.actor ?? SERVICE_ACTOR) };
}
