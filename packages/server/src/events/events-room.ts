import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { countListeners } from './count-listeners.ts';
import { type EventRoutes, eventRoutes } from './event-routes.ts';
import { EVENTS_KEPT_MS, forgetOldEvents } from './forget-events.ts';

interface EventGround extends Omit<EventRoutes, 'countListener'> {
  readonly now: () => number;
  readonly metrics: Metrics;
}

/** What happens, told as it happens. */
export function eventsRoom(ground: EventGround): Room {
  const countListener = countListeners(ground.metrics);
  return {
    routes: (serve) => eventRoutes(serve, { ...ground, countListener }),
    forgetting: [forgetOldEvents(EVENTS_KEPT_MS)],
  };
}
