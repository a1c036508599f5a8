import type { EventTail } from '../events/event-tail.ts';
import { onNews } from '../events/on-news.ts';
import type { Room } from '../serving/room.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { headroomRoutes } from './headroom-routes.ts';
import { type PlanRoutes, planRoutes } from './plan-routes.ts';
import { validateRoutes } from './validate-routes.ts';
import { watchPlans } from './watch-plans.ts';

interface PlanGround extends PlanRoutes {
  readonly tail: EventTail;
  readonly isChosen: () => Promise<boolean>;
  readonly warnOf: WarnOf;
}

/** What will happen on the sites, what would, and what still fits. */
export function planRoom(ground: PlanGround): Room {
  return {
    routes(serve) {
      planRoutes(serve, ground);
      validateRoutes(serve, ground);
      headroomRoutes(serve, ground);
    },
    background() {
      const watch = watchPlans({ ...ground, onFailure: ground.warnOf('the plan of a site could not be checked') });
      void onNews(ground.tail, () => watch.wake());
      return [watch];
    },
  };
}
