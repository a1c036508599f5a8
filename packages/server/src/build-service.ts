import type { FastifyInstance } from 'fastify';
import { buildHttp, type HttpOptions } from './http/server/build-http.ts';
import { connectionMetrics } from './http/server/connection-metrics.ts';
import { openToOrigins } from './http/server/open-to-origins.ts';
import { healthRoutes } from './nodes/health-routes.ts';
import { checkAllPlaced } from './serving/place-operation.ts';
import type { Room } from './serving/room.ts';
import { serveOperations } from './serving/serve-operations.ts';
import type { HttpSettings } from './http/settings.ts';
import type { Ground } from './open-ground.ts';

/** The HTTP server with every route of the rooms. */
export function buildService(
  ground: Ground,
  rooms: readonly Room[],
  http: HttpSettings & Pick<HttpOptions, 'bodies'>,
): FastifyInstance {
  const { logger, shutdown, health, metrics, admissions, refusals, publicUrl } = ground;
  const { trustedProxies, tls, bodies, corsOrigins } = http;
  const watched = { admission: admissions.http, refusals };
  const isHttps = tls !== undefined || publicUrl.startsWith('https:');
  const app = buildHttp({ logger, shutdown, trustedProxies, tls, bodies, isHttps, watched });
  openToOrigins(app, corsOrigins);
  healthRoutes(app, { health, isDraining: () => shutdown.isDraining() });
  const serve = serveOperations(app, ground);
  for (const room of rooms) room.routes?.(serve, app);
  checkAllPlaced(app);
  connectionMetrics(metrics, app.server);
  return app;
}
