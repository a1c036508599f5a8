import type { Room } from '../http/room.ts';
import { poolMemberRoutes } from './pool-member-routes.ts';
import { type PoolRoutes, poolRoutes } from './pool-routes.ts';

/** Sites that provide one service together. */
export function poolsRoom(ground: PoolRoutes): Room {
  return {
    routes(app) {
      poolRoutes(app, ground);
      poolMemberRoutes(app, ground);
    },
  };
}
