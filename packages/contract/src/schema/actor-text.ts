import type { Actor } from './actor.ts';

/** Who did something, as people read it: `Desk app for Ada Brandt`. */
export function actorText({ kind, id, name, onBehalfOf }: Actor): string {
  const itself = name ?? `${kind} ${id}`;
  return onBehalfOf === undefined ? itself : `${itself} for ${actorText(onBehalfOf)}`;
}
