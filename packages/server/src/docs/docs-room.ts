import type { Room } from '../serving/room.ts';
import { type DocsRoutes, docsRoutes } from './docs-routes.ts';
import type { DocsSettings } from './settings.ts';

/** The interface, described for people and for machines. */
export function docsRoom(ground: Omit<DocsRoutes, 'security'>, { security }: DocsSettings): Room {
  return { routes: (_serve, app) => docsRoutes(app, { ...ground, security }) };
}
