import { AppError } from '@setpoint/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { placeOperation } from '../serving/place-operation.ts';
import type { StoreHealth } from '../store/store-health.ts';

/** Whether the service can take a durable write; open to anyone. */
export function healthRoutes(
  app: FastifyInstance,
  { health, isDraining }: { health: StoreHealth; isDraining: () => boolean },
): void {
  function answer(reply: FastifyReply, isHealthy: boolean): void {
    if (!isHealthy) throw new AppError('service_unavailable', 'the store accepts no writes at the moment');
    reply.code(204).send();
  }
  // Given back, the reply itself would be waited for, at a tenth of what the request costs.
  placeOperation(app, 'getHealth', (_request, reply) => {
    if (isDraining()) throw new AppError('service_unavailable', 'this process is stopping');
    const known = health.known();
    if (known !== undefined) return answer(reply, known);
    return health.probe().then((isHealthy) => {
      answer(reply, isHealthy);
      return reply;
    });
  });
}
