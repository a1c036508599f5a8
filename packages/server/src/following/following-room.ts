import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import { type FollowingRoutes, followingRoutes } from './following-routes.ts';
import { forgetMinutes, forgetQuarters, MEASUREMENTS_KEPT } from './measurements-kept.ts';
import { TOLERANCES } from './judge-site.ts';
import { measurementRoutes } from './measurement-routes.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { announceFollowing } from './announce-following.ts';

type FollowingGround = Omit<FollowingRoutes, 'tolerances'> & StoreAndClock & CertainClock;

/** What was measured, and whether it is what was set. */
export function followingRoom(ground: FollowingGround): Room {
  const { store, certainNow: now, pastOrders } = ground;
  return {
    routes(serve) {
      followingRoutes(serve, { ...ground, tolerances: TOLERANCES });
      measurementRoutes(serve);
    },
    forgetting: [forgetMinutes.after(MEASUREMENTS_KEPT.minuteMs), forgetQuarters.after(MEASUREMENTS_KEPT.quarterMs)],
    clockSteps: [(signal) => announceFollowing({ store, now, pastOrders, tolerances: TOLERANCES, signal })],
  };
}
