import type { Actor, PoolId, PoolSeat } from '@setpoint/contract';
import { instantText, instantTextOrNull, seatFreeAt } from '@setpoint/core';
import { sql } from 'kysely';
import { fields, readBy } from '../../store/fields.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { actorFrom } from '../../trail/actor-from.ts';
import { throughOf } from '../../trail/through-of.ts';
import type { State, Subject } from '../../trail/deed.ts';

/** Who sends the signals of a pool, or did last. */
export interface StoredSeat {
  /** Grows each time that somebody takes it. */
  readonly holding: number;
  readonly holderId: string;
  /** null once it was removed. */
  readonly holder: Actor | null;
  readonly takenAt: number;
  /** null where a signal took it, because it was free. */
  readonly reason: string | null;
  readonly givenBackAt: number | null;
  /** What was sent from it last. */
  readonly last: { readonly sequence: number; readonly validUntil: number } | null;
}

const seatOf = statement<{ poolId: string }>()(({ db, param }) =>
  db
    .selectFrom('pool_seat')
    .leftJoin('client', 'client.client_id', 'holder_id')
    .select(fields('holding', 'holderId', 'takenAt', 'reason', 'givenBackAt', 'clientName', 'client.kind'))
    .select(throughOf(sql`pool_seat.pool_id || '/seat/' || pool_seat.holding`).as('through'))
    .where('pool_seat.pool_id', '=', param('poolId')),
);

export const lastDivision = readBy('pool_tick', { key: ['poolId'], by: ['-sequence', '-round'], most: 1 }, [
  'sequence',
  'round',
  'sent',
  'holding',
  'validUntil',
]);

/** The seat of a pool; undefined where nobody ever had it. */
export async function readSeat(tx: Tx, { poolId }: { readonly poolId: PoolId }): Promise<StoredSeat | undefined> {
  const row = await tx.first(seatOf, { poolId });
  if (row === undefined) return undefined;
  const { clientName: name, kind, through, ...seat } = row;
  const tick = await tx.first(lastDivision, { poolId });
  const isFromIt = tick?.holding === seat.holding;
  return {
    ...seat,
    holder: actorFrom({ id: seat.holderId, name, kind, through }),
    last: isFromIt ? { sequence: tick.sent ?? tick.sequence, validUntil: tick.validUntil } : null,
  };
}

/** Whether somebody has it, so that no other can send. */
export function isHeld(seat: StoredSeat | undefined, now: number): seat is StoredSeat & { readonly holder: Actor } {
  if (seat === undefined || seat.givenBackAt !== null || seat.holder === null) return false;
  return now < (seatFreeAt(seat) ?? Number.POSITIVE_INFINITY);
}

/** A seat as callers are told of it; null where it is free. */
export function seatAnswer(seat: StoredSeat | undefined, now: number): PoolSeat | null {
  if (!isHeld(seat, now)) return null;
  return {
    holder: seat.holder,
    takenAt: instantText(seat.takenAt),
    reason: seat.reason,
    lastSequence: seat.last?.sequence ?? null,
    freeAt: instantTextOrNull(seatFreeAt(seat)),
  };
}

/** Whose a seat is: a person's, where a client acts for one. */
export function holderIdOf(actor: Actor): string {
  return actor.onBehalfOf?.id ?? actor.id;
}

export const seatRow = readBy('pool_seat', ['poolId'], ['holding', 'holderId', 'takenAt', 'reason', 'givenBackAt']);

/** What the audit log says of the seat of a pool. */
export const seatRecord = {
  subject: ({ poolId }: { readonly poolId: PoolId }): Subject => ({ kind: 'pool', id: poolId }),
  read: async (tx: Tx, { poolId }: { readonly poolId: PoolId }): Promise<State | undefined> => {
    const seat = await tx.first(seatRow, { poolId });
    if (seat === undefined || seat.givenBackAt !== null) return undefined;
    return { holderId: seat.holderId, takenAt: instantText(seat.takenAt), reason: seat.reason };
  },
};
