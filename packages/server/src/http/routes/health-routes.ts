import { AppError, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { StoreHealth } from '../../ops/store-health.ts';

/** Whether the service can take a durable write; open to anyone. */
export function healthRoutes(
  app: FastifyInstance,
  { health, isDraining }: { health: StoreHealth; isDraining: () => boolean },
): void {
  app.get(PATHS.health, async (_request, reply) => {
    if (isDraining()) throw new AppError('service_unavailable', 'this process is stopping');
    const isHealthy = health.known() ?? (await health.probe());
    if (!isHealthy) throw new AppError('service_unavailable', 'the store takes no writes at the moment');
    reply.code(204);
  });
}
