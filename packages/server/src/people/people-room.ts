import type { Room } from '../serving/room.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { groupRoutes } from './group-routes.ts';
import { meRoutes } from './me-routes.ts';
import { personRoutes } from './person-routes.ts';
import { roleRoutes } from './role-routes.ts';

/** The persons who sign in through a provider, the groups that it claims, and what either is here. */
export function peopleRoom(ground: StoreAndClock): Room {
  return {
    routes(serve) {
      meRoutes(serve, ground);
      personRoutes(serve, ground);
      groupRoutes(serve, ground);
      roleRoutes(serve, ground);
    },
  };
}
