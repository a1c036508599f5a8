import type { DeedCounter } from '../../trail/count-deeds.ts';
import type { Deed } from '../../trail/deed.ts';

export interface TokenCounting {
  /** Counts the tokens that were issued; left out, they are not. */
  readonly issued?: Pick<DeedCounter, 'note'>;
}

/** Notes who got a token; of an exchange, for whom. */
export function noteToken({ issued }: TokenCounting, by: Deed): void {
  const { actor, address } = by;
  const { kind, id } = actor.onBehalfOf ?? actor;
  const action = actor.onBehalfOf === undefined ? 'token.issued' : 'token.exchanged';
  issued?.note(`${action} ${actor.id} ${id} ${address}`, { by, action, subject: { kind, id } });
}
