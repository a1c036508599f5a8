import type { Room } from '../serving/room.ts';
import { type SiteRoutes, siteRoutes } from './site-routes.ts';

/** What is set on the sites, and how they are. */
export function sitesRoom(ground: SiteRoutes): Room {
  return { routes: (serve) => siteRoutes(serve, ground) };
}
