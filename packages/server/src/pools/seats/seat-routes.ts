import { type Actor, AppError, type PoolId } from '@setpoint/contract';
import { noAccess } from '../../access/refusals.ts';
import { noSuch } from '../../http/send/no-such.ts';
import { actorOf } from '../../identity/actor-of.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { visiblePoolOrThrow } from '../read-pool.ts';
import { giveBackSeat, takeSeat } from './take-seat.ts';
import { seatAnswer } from './read-seat.ts';

/** The sender of the signals of a pool. */
export function seatRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  async function mayAskOrThrow(caller: Caller, poolId: PoolId): Promise<void> {
    const { canSchedule } = await visiblePoolOrThrow(store, caller, poolId);
    if (!canSchedule) throw noAccess(caller);
  }

  serve('takePoolSeat', async ({ caller, ids: { poolId }, body: { reason }, by }) => {
    await mayAskOrThrow(caller, poolId);
    const at = now();
    const taken = await store.write(takeSeat, { poolId, actor: actorOf(caller), reason, now: at, by });
    const seat = taken.kind === 'taken' ? seatAnswer(taken.seat, at) : null;
    if (seat === null) throw noSuch('pool');
    return seat;
  });

  serve('giveBackPoolSeat', async ({ caller, ids: { poolId }, by }) => {
    await mayAskOrThrow(caller, poolId);
    const given = await store.write(giveBackSeat, { poolId, actor: actorOf(caller), now: now(), by });
    if (given.kind === 'held') {
      throw new AppError(
        'conflict',
        `${holderText(given.holder)} has the seat of this pool: only its holder can give it back; take it over first`,
      );
    }
  });
}

/** Who it is, for people. */
export function holderText({ name, id, onBehalfOf }: Actor): string {
  return onBehalfOf === undefined ? (name ?? id) : `${onBehalfOf.name ?? onBehalfOf.id} (by ${name ?? id})`;
}
