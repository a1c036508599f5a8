import type { Room } from '../serving/room.ts';
import { type DocsRoutes, docsRoutes } from './docs-routes.ts';

/** The interface, described for people and for machines. */
export function docsRoom(ground: DocsRoutes): Room {
  return { routes: (_serve, app) => docsRoutes(app, ground) };
}
