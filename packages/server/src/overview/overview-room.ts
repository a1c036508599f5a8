import type { Room } from '../serving/room.ts';
import { type OverviewRoutes, overviewRoutes } from './overview-routes.ts';

/** How all sites are, at a glance. */
export function overviewRoom(ground: OverviewRoutes): Room {
  return { routes: (serve) => overviewRoutes(serve, ground) };
}
