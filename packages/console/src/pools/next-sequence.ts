import { type Actor, LIMITS, type PoolSeat, type PoolSignal } from '@setpoint/contract';

interface LastKnown {
  readonly seat: Pick<PoolSeat, 'holder' | 'lastSequence'> | null;
  readonly last: Pick<PoolSignal, 'actor' | 'sequence'> | null;
}

/** The sequence of the next signal: sequences begin anew with each sender, and go on however long a sender was silent. */
export function nextSequence({ seat, last }: LastKnown, isOwn: (actor: Actor) => boolean): number {
  const sent = seat === null ? lastOf(last, isOwn) : isOwn(seat.holder) ? seat.lastSequence : null;
  return sent === null || sent >= LIMITS.maxSequence ? 1 : sent + 1;
}

/** A seat that was free for a while is still that of its last sender. */
function lastOf(last: LastKnown['last'], isOwn: (actor: Actor) => boolean): number | null {
  return last !== null && last.actor !== null && isOwn(last.actor) ? last.sequence : null;
}
