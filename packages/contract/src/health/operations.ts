import type { Operation } from '../operations/operation.ts';
import { refusalOf } from '../operations/refusals.ts';
import { PATHS } from '../paths.ts';

const getHealth = {
  id: 'getHealth',
  method: 'get',
  path: PATHS.health,
  tag: 'Sites and schedules',
  summary: 'Check the service',
  description:
    'Whether the service can accept a schedule and write it to disk right now. Answers within 250 ms; no token is required.',
  success: { status: 204, description: 'The service is operational.' },
  otherwise: [
    refusalOf('service_unavailable', {
      description: 'The store accepts no writes, or the node is stopping.',
      message: 'the store accepts no writes at the moment',
      headers: ['X-Request-Id', 'Retry-After'],
    }),
  ],
} as const satisfies Operation;

export const healthOperations = [getHealth] as const satisfies readonly Operation[];
