import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import { type DeliveryRoutes, deliveryRoutes } from './delivery-routes.ts';
import { forgetOldApplied } from './forget-applied.ts';
import { announceEntries } from './announce-entries.ts';

/** A schedule's way to its controller. */
export function deliveryRoom(ground: DeliveryRoutes & CertainClock): Room {
  const { store, certainNow: now } = ground;
  return {
    routes: (serve) => deliveryRoutes(serve, ground),
    forgetting: [forgetOldApplied],
    clockSteps: [(signal) => announceEntries({ store, now, signal })],
  };
}
