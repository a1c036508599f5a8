import type { Actor, PoolId } from '@setpoint/contract';
import { appendPoolEvent } from '../../events/append-events.ts';
import { defineWrite } from '../../store/define-write.ts';
import { updateBy } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';
import type { Done } from '../../trail/deed.ts';
import { nameless } from '../../trail/nameless.ts';
import { recorded } from '../../trail/recorded.ts';
import { poolRow } from '../steps/lock-pool.ts';
import { holderIdOf, isHeld, readSeat, seatRecord } from './read-seat.ts';

export interface GiveBackSeatInput {
  readonly poolId: PoolId;
  readonly actor: Actor;
  readonly now: number;
}

export type GiveBackSeatOutput =
  | { readonly kind: 'given_back' }
  /** Nobody has it. */
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly holder: Actor };

const markGivenBack = updateBy('pool_seat', ['poolId'], ['givenBackAt']);

/** Frees the seat of a pool, for whoever sends the next signal. */
export const giveBackSeat = defineWrite({
  name: 'giveBackSeat',
  record: recorded({
    ...seatRecord,
    action: 'pool.seat_given_back',
    did: ({ kind }: GiveBackSeatOutput) => kind === 'given_back',
  }),
  run: async (tx: Tx, { poolId, actor, now }: GiveBackSeatInput & Done): Promise<GiveBackSeatOutput> => {
    await tx.lock(poolRow, { poolId });
    const seat = await readSeat(tx, { poolId });
    if (!isHeld(seat, now)) return { kind: 'free' };
    if (seat.holderId !== holderIdOf(actor)) return { kind: 'held', holder: seat.holder };
    await tx.run(markGivenBack, { poolId, givenBackAt: now });
    const data = { actor: nameless(actor) };
    await appendPoolEvent(tx, { poolId, now, event: { type: 'pool.seat_given_back', at: now, data } });
    return { kind: 'given_back' };
  },
});
