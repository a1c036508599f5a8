import type { FastifyInstance } from 'fastify';
import { buildHttp } from './http/build-http.ts';
import { connectionMetrics } from './http/connection-metrics.ts';
import { healthRoutes } from './http/health-routes.ts';
import type { Room } from './http/room.ts';
import type { HttpSettings } from './http/settings.ts';
import type { Ground } from './open-ground.ts';

/** The HTTP server with every route of the rooms. */
export function buildService(ground: Ground, rooms: readonly Room[], http: HttpSettings): FastifyInstance {
  const { logger, leaving, health, metrics } = ground;
  const app = buildHttp({ logger, leaving, trustedProxies: http.trustedProxies, tls: http.tls, bodies: http.bodies });
  healthRoutes(app, { health, isDraining: () => leaving.isDraining() });
  for (const room of rooms) room.routes?.(app);
  connectionMetrics(metrics, app.server);
  return app;
}
