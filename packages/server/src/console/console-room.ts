import { fileURLToPath } from 'node:url';
import type { Room } from '../http/room.ts';
import type { ProcessSettings } from '../platform/settings.ts';
import { consoleRoutes } from './console-routes.ts';
import { type SessionRoutes, sessionRoutes } from './session-routes.ts';

const BUILT_DIR = fileURLToPath(new URL('../../dist/console', import.meta.url));

/** The web page, and how people sign in to it. */
export function consoleRoom(ground: SessionRoutes, { command }: Pick<ProcessSettings, 'command'>): Room {
  return {
    routes(app) {
      consoleRoutes(app, { ...ground, builtDir: BUILT_DIR, command });
      sessionRoutes(app, ground);
    },
  };
}
