import type { Room } from '../serving/room.ts';
import { groupRoutes } from './group-routes.ts';
import { meRoutes } from './me-routes.ts';
import { personRoutes } from './person-routes.ts';
import { type PeopleRoutes, roleRoutes } from './role-routes.ts';

/** The persons who sign in through a provider, the groups that it claims, and what either is here. */
export function peopleRoom(ground: PeopleRoutes): Room {
  return {
    routes(app) {
      meRoutes(app, ground);
      personRoutes(app, ground);
      groupRoutes(app, ground);
      roleRoutes(app, ground);
    },
  };
}
