import { AppError, LIMITS, type PoolSignal, type PutSignalRequest, type SendSignalRequest } from '@setpoint/contract';
import { signalRefusal, WATTS_PER_KW } from '@setpoint/core';
import { instantOrThrow } from '../members/read-memberships.ts';
import { noAccess } from '../../access/refusals.ts';
import { actorOf } from '../../identity/actor-of.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Store } from '../../store/store.ts';
import type { Deed } from '../../trail/deed.ts';
import type { MemberKnowledge } from '../members/member-knowledge.ts';
import type { OrderBoard } from './order-board.ts';
import type { PoolAccess } from '../read-pool.ts';
import type { StoredDivision } from '../steps/division-from-row.ts';
import { type SignalAccepted, acceptSignal, type Signal, type TakingBack, readRepeated } from './accept-signal.ts';
import { findSignal } from './read-divisions.ts';
import { holderText } from '../seats/seat-routes.ts';
import { signalAnswer } from './signal-answer.ts';

export interface PoolAsking {
  readonly store: Store;
  readonly now: () => number;
  readonly knowledge: MemberKnowledge;
  readonly orders: Pick<OrderBoard, 'put' | 'refresh'>;
}

type SignalRequest = PutSignalRequest | SendSignalRequest | Pick<TakingBack, 'takesBack'>;

interface Asked extends Pick<PoolAccess, 'pool' | 'canSchedule'> {
  readonly caller: Caller;
  /** Reads what is asked, once it is known that the caller may ask. */
  readonly read: () => SignalRequest | Promise<SignalRequest>;
  /** Lets others go first, while much is learned of the members. */
  readonly turn: () => Promise<void>;
  /** Left out where nothing but the caller is known. */
  readonly by?: Deed;
}

/** Asks a pool for power: resolves once that is durable and divided, with what is told of it. */
export async function askPool(
  asking: PoolAsking,
  { pool, canSchedule, caller, read, turn, by }: Asked,
): Promise<PoolSignal> {
  const { store, now, orders } = asking;
  if (!canSchedule) throw noAccess(caller);
  const actor = actorOf(caller);
  const { poolId } = pool;
  const request = await read();
  const asked = 'takesBack' in request ? { ...request, at: now(), actor } : { ...readSignal(request, now()), actor };
  const refusal = 'takesBack' in asked ? undefined : signalRefusal(asked, now());
  if (refusal !== undefined) {
    // Whoever sends a signal again, because no answer came, may be late.
    const accepted = await store.read(readRepeated, { poolId, asked });
    if (accepted === undefined) throw new AppError('bad_request', refusal);
    return signalAnswer(pool, accepted);
  }
  const accepted = acceptedOrThrow(await acceptSignal({ ...asking, turn, by: by ?? { actor } }, pool, asked));
  // One that was accepted before may have been divided again since.
  if (accepted.kind === 'repeated') await orders.refresh({ poolId });
  else orders.put(pool, accepted.division);
  // Members first: who asked is read with its name.
  const stored = await store.read(findSignal, { poolId, upTo: { sequence: accepted.division.sequence, round: 0 } });
  return signalAnswer(pool, stored ?? accepted.division);
}

function readSignal(
  { kW, at: askedAt, validUntil: end, ...place }: PutSignalRequest | SendSignalRequest,
  now: number,
): Omit<Signal, 'actor'> {
  const at = askedAt === undefined ? now : instantOrThrow('at', askedAt);
  return { ...place, at, validUntil: instantOrThrow('validUntil', end), watts: Math.round(kW * WATTS_PER_KW) || 0 };
}

// Nothing is above the highest.
function anewText(last: number): string {
  return last < LIMITS.maxSequence ? '' : '; take the seat of the pool anew to begin anew';
}

function acceptedOrThrow(accepted: SignalAccepted): Extract<SignalAccepted, { readonly division: StoredDivision }> {
  switch (accepted.kind) {
    case 'accepted':
    case 'repeated':
      return accepted;
    case 'not_newer':
      throw new AppError(
        'conflict',
        `sequence: must be above ${accepted.last}, that of the last signal${anewText(accepted.last)}`,
      );
    case 'seat_held':
      throw new AppError(
        'conflict',
        `${holderText(accepted.holder)} has the seat of this pool, and sends its signals; take the seat over first`,
      );
    case 'moved_on':
      throw new AppError('conflict', 'another signal runs by now');
    case 'none_in_force':
      throw new AppError('conflict', 'no signal is in force: there is nothing to take back');
    case 'no_members':
      throw new AppError('conflict', 'this pool has no members now');
    case 'busy':
      throw new AppError('conflict', 'other signals of this pool came meanwhile; send it again');
  }
}
