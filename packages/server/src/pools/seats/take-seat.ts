import type { Actor, PoolId } from '@setpoint/contract';
import { appendPoolEvent } from '../../events/append-events.ts';
import { defineWrite } from '../../store/define-write.ts';
import { put, updateBy } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';
import type { Done } from '../../trail/deed.ts';
import { nameless } from '../../trail/nameless.ts';
import { noteActing } from '../../trail/note-acting.ts';
import { recorded } from '../../trail/recorded.ts';
import { isPoolPresent, poolRow } from '../steps/lock-pool.ts';
import { holderIdOf, isHeld, readSeat, type StoredSeat, seatRecord } from './read-seat.ts';

interface GiveBackSeatInput {
  readonly poolId: PoolId;
  readonly actor: Actor;
  readonly now: number;
}

interface TakeSeatInput extends GiveBackSeatInput {
  /** null: a signal takes it, only if it is free. */
  readonly reason: string | null;
}

export type TakeSeatOutput =
  | { readonly kind: 'taken'; readonly seat: StoredSeat }
  /** Somebody has it already: another, or the sender itself by a signal at the same moment. */
  | { readonly kind: 'held' }
  | { readonly kind: 'pool_missing' };

const putSeat = put('pool_seat', {
  key: ['poolId'],
  set: ['holding', 'holderId', 'takenAt', 'reason'],
  always: { givenBackAt: null },
});

/** Gives the seat of a pool to a client or a person, whose sequences begin anew with it. */
export const takeSeat = defineWrite({
  name: 'takeSeat',
  record: recorded({
    ...seatRecord,
    action: 'pool.seat_taken',
    did: ({ kind }: TakeSeatOutput) => kind === 'taken',
  }),
  run: async (tx: Tx, { poolId, actor, reason, now }: TakeSeatInput & Done): Promise<TakeSeatOutput> => {
    await tx.lock(poolRow, { poolId });
    if (!(await isPoolPresent(tx, poolId))) return { kind: 'pool_missing' };
    const before = await readSeat(tx, { poolId });
    const holderId = holderIdOf(actor);
    const isTaken = isHeld(before, now);
    if (reason === null && isTaken) return { kind: 'held' };
    const from = isTaken && before.holderId !== holderId ? before.holder : undefined;
    const holding = (before?.holding ?? 0) + 1;
    await tx.run(putSeat, { poolId, holding, holderId, takenAt: now, reason });
    await noteActing(tx, { deedId: `${poolId}/seat/${holding}`, actor, now });
    const data = { actor: nameless(actor), reason, ...(from === undefined ? {} : { from: nameless(from) }) };
    await appendPoolEvent(tx, { poolId, now, event: { type: 'pool.seat_taken', at: now, data } });
    const seat = await readSeat(tx, { poolId });
    return seat === undefined ? { kind: 'pool_missing' } : { kind: 'taken', seat };
  },
});

export type GiveBackSeatOutput =
  | { readonly kind: 'given_back' }
  /** Nobody has it. */
  | { readonly kind: 'free' }
  | { readonly kind: 'held'; readonly holder: Actor };

const markGivenBack = updateBy('pool_seat', ['poolId'], ['givenBackAt']);

/** Frees the seat of a pool: the next sender takes it. */
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
