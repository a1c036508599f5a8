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
import { learnAhead } from './members/learn-ahead.ts';
import type { MemberKnowledge } from './members/member-knowledge.ts';
import { poolMemberRoutes } from './members/pool-member-routes.ts';
import { poolRoutes } from './pool-routes.ts';
import { seatRoutes } from './seats/seat-routes.ts';
import { signalRoutes } from './signals/signal-routes.ts';
import { sumRoutes } from './sums/sum-routes.ts';
import type { SumRoutes } from './sums/sum-routes.ts';

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
