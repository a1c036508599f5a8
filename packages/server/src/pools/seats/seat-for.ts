import type { Actor, PoolId } from '@setpoint/contract';
import type { Tx } from '../../store/tx.ts';
import { holderIdOf } from './holder-id-of.ts';
import { isHeld, readSeat } from './read-seat.ts';

export type SeatFor =
  /** It is the sender's; null for signals of nobody, which need none. */
  | { readonly kind: 'own'; readonly holding: number | null }
  | { readonly kind: 'seat_free'; readonly holding: undefined; readonly actor: Actor }
  | { readonly kind: 'seat_held'; readonly holder: Actor };

/** What the seat of a pool is to whoever sends a signal. */
export async function seatFor(
  tx: Tx,
  { poolId, actor, now }: { readonly poolId: PoolId; readonly actor: Actor | undefined; readonly now: number },
): Promise<SeatFor> {
  if (actor === undefined) return { kind: 'own', holding: null };
  const seat = await readSeat(tx, { poolId });
  // Who had it last goes on, however long it sent nothing.
  const isOwn = seat?.holderId === holderIdOf(actor) && seat.givenBackAt === null;
  if (isOwn) return { kind: 'own', holding: seat.holding };
  if (isHeld(seat, now)) return { kind: 'seat_held', holder: seat.holder };
  return { kind: 'seat_free', holding: undefined, actor };
}
