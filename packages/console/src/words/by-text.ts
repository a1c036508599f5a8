import { type Actor, actorText } from '@setpoint/contract';

/** Who did something, where those who were removed since have no name any more. */
export function byText(actor: Actor | null): string {
  return actor === null ? 'somebody who was removed since' : actorText(actor);
}
