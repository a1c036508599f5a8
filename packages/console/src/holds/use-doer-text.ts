import type { Actor } from '@setpoint/contract';
import { useSession } from '../session/session.tsx';
import { byText } from '../words/by-text.ts';

/** Who did something, said to who is signed in: `you`, if it was them and nobody for them. */
export function useDoerText(): (actor: Actor | null) => string {
  const { clientId } = useSession();
  return (actor) => (actor?.id === clientId && actor.onBehalfOf === undefined ? 'you' : byText(actor));
}
