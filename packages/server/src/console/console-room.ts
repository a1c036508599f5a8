import { fileURLToPath } from 'node:url';

import type { Room } from '../serving/room.ts';
import { type ConsoleRoutes, consoleRoutes } from './console-routes.ts';

const BUILT_DIR = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** The web page. */
export function consoleRoom(ground: Pick<ConsoleRoutes, 'budget'>): Room {
  return { routes: (_, app) => consoleRoutes(app, { ...ground, builtDir: BUILT_DIR }) };
}
