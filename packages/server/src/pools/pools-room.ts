import type { EventTail } from '../events/event-tail.ts';
import { onNews } from '../events/on-news.ts';
import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import type { Budget } from '../limits/budget.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import type { OpenedStore } from '../store/open-store.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { createAvailabilityFeeds } from './availability/availability-feeds.ts';
import { availabilityRoutes } from './availability/availability-routes.ts';
import { divideWhenDue } from './signals/divide-when-due.ts';
import { announceShortages } from './shortages/announce-shortages.ts';
import { keepOrderBoard, type OrderBoard } from './signals/order-board.ts';
import { forgetOldDivisions } from './signals/forget-divisions.ts';
import { type Deviations, watchDeviations } from './deviations/watch-deviations.ts';
import { learnAhead } from './members/read-members.ts';
import type { MemberKnowledge } from './members/member-knowledge.ts';
import { poolMemberRoutes } from './members/pool-member-routes.ts';
import { seatRoutes } from './seats/seat-routes.ts';
import { signalRoutes } from './signals/signal-routes.ts';
import { sumRoutes, type SumRoutes } from './sums/sum-routes.ts';
import { DEFAULT_ENDURANCE_MINUTES, type PoolId, type PoolStatus } from '@setpoint/contract';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { noSuch } from '../http/send/no-such.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { countMembers } from './members/list-pool-members.ts';
import { listPools } from './list-pools.ts';
import { putPoolRefusal } from './members/membership-refusal.ts';
import { putPool, removePool } from './put-pool.ts';
import { readMemberships } from './members/read-memberships.ts';
import { readSeat, seatAnswer } from './seats/read-seat.ts';
import { visiblePoolOrThrow } from './read-pool.ts';

interface PoolsGround extends StoreAndClock {
  readonly access: Access;
  readonly offlineAfterMs: number;
  readonly knowledge: MemberKnowledge;
  readonly signals: SiteSignals;
  readonly orders: OrderBoard;
  readonly deviations: Deviations;
  readonly budget: Pick<Budget, 'compute' | 'stream' | 'turn'>;
  readonly warnOf: WarnOf;
  readonly tail: Pick<EventTail, 'news' | 'isStopped' | 'told'>;
  readonly storeKind: OpenedStore['kind'];
  readonly isChosen: () => Promise<boolean>;
}

/** Divisions are kept as long as the history of what was set. */
interface PoolsSettled extends Pick<SumRoutes, 'tolerances' | 'kept'> {
  readonly keptMs: number;
}

/** Sites that provide one service together. */
export function poolsRoom(ground: PoolsGround, { keptMs, tolerances, kept }: PoolsSettled): Room {
  const { store, now, knowledge, signals, orders, warnOf } = ground;
  const ahead = { store, knowledge, now, turn: () => ground.budget.turn('members of pools') };
  const feeds = createAvailabilityFeeds({
    store,
    knowledge,
    now,
    turn: () => ground.budget.turn('availability of pools'),
    onFailure: warnOf('what a pool can give could not be worked out'),
  });
  void onNews(ground.tail, () => feeds.hear()).then(() => feeds.stop());
  return {
    routes(serve) {
      poolRoutes(serve, ground);
      poolMemberRoutes(serve, ground);
      signalRoutes(serve, ground);
      seatRoutes(serve, ground);
      availabilityRoutes(serve, { ...ground, feeds });
      sumRoutes(serve, { ...ground, tolerances, kept });
    },
    background: () => [
      divideWhenDue({ ...ground, board: orders, knowledge, onFailure: warnOf('a signal could not be divided again') }),
      watchDeviations(ground.deviations, warnOf('a signal could not be divided again for members that deviate')),
      announceShortages({
        ...ground,
        board: orders,
        knowledge,
        onFailure: warnOf('whether pools are short could not be determined'),
      }),
      keepOrderBoard({
        board: orders,
        hasOthers: ground.storeKind === 'postgresql',
        signals,
        now,
        learn: learnAhead({ ...ahead, onFailure: warnOf('the members of a pool could not be learned ahead') }),
        onFailure: warnOf('the orders of pools could not be read'),
      }),
    ],
    forgetting: [forgetOldDivisions(keptMs)],
  };
}

/** Which pools there are. */
function poolRoutes(serve: Serve, ground: StoreAndClock): void {
  const { store, now } = ground;

  serve('listPools', async ({ caller, query }) => {
    const wanted = readPage(query, BY_NAME);
    const { after, limit } = wanted;
    const seenBy = readsAsOperator(caller) ? null : caller.clientId;
    const position = { poolName: after.name, poolId: after.id };
    const pools = await store.read(listPools, { after: position, limit: limit + 1, seenBy });
    const page = cutPage(pools, wanted, ({ poolName, poolId }) => ({ name: poolName, id: poolId }));
    return { pools: page.items, nextCursor: page.nextCursor };
  });

  serve('getPool', async ({ caller, ids }) => statusOf(ground, caller, ids.poolId));

  serve('putPool', async ({ caller, ids: { poolId }, body, by }) => {
    const { members, enduranceMinutes = DEFAULT_ENDURANCE_MINUTES, ...rest } = body;
    const pool = { poolId, ...rest, enduranceMinutes };
    const at = now();
    const wanted = members === undefined ? {} : { members: readMemberships(members, at) };
    const refusal = putPoolRefusal(await store.write(putPool, { ...pool, ...wanted, now: at, by }));
    if (refusal !== undefined) throw refusal;
    return statusOf(ground, caller, poolId);
  });

  serve('removePool', async ({ ids: { poolId }, by }) => {
    const { kind } = await store.write(removePool, { poolId, now: now(), by });
    if (kind === 'pool_missing') throw noSuch('pool');
  });
}

async function statusOf({ store, now }: StoreAndClock, caller: Caller, poolId: PoolId): Promise<PoolStatus> {
  const { pool, canSchedule } = await visiblePoolOrThrow(store, caller, poolId);
  const at = now();
  return {
    ...pool,
    memberCount: await store.read(countMembers, { poolId, now: at }),
    seat: seatAnswer(await store.read(readSeat, { poolId }), at),
    canSignal: canSchedule && caller.scopes.has('schedules:write'),
  };
}
