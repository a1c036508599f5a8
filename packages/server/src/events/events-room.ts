import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { countListeners } from './count-listeners.ts';
import { type EventRoutes, eventRoutes } from './event-routes.ts';
import { forgetOldEvents } from './forget-events.ts';
import type { EventSettings } from './settings.ts';

interface EventGround extends Omit<EventRoutes, 'countListener'> {
  readonly now: () => number;
  readonly metrics: Metrics;
}

/** What happens, told as it happens. */
export function eventsRoom(ground: EventGround, { keptMs }: EventSettings): Room {
  const countListener = countListeners(ground.metrics);
  return {
    routes: (serve) => eventRoutes(serve, { ...ground, countListener }),
    forgetting: [forgetOldEvents(keptMs)],
  };
}
