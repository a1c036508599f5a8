import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type NodeStatus, PATHS } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import type { StoreHealth } from '../../ops/store-health.ts';
import { callerOrThrow, type Identity } from '../authorize.ts';
import { readQuery } from '../read-query.ts';

export interface StatusRoutes extends Identity {
  readonly now: () => number;
  readonly health: StoreHealth;
  readonly storeKind: NodeStatus['store'];
}

const RESOLUTION_MS = 10;
const WINDOW_MS = 60_000;

/** How this node is, for the people who run it. */
export function statusRoutes(app: FastifyInstance, options: StatusRoutes): void {
  const { now, health, store, storeKind } = options;
  const startedAt = new Date(now()).toISOString();
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  const restart = setInterval(() => delays.reset(), WINDOW_MS).unref();
  app.addHook('onClose', () => {
    clearInterval(restart);
    delays.disable();
  });

  app.get(PATHS.fleetStatus, async (request): Promise<NodeStatus> => {
    await callerOrThrow(options, request, 'sites:read');
    readQuery(request, []);
    const askedAt = performance.now();
    const isWritable = await health.probe();
    return {
      at: new Date(now()).toISOString(),
      softwareVersion: manifest.version,
      startedAt,
      store: storeKind,
      isWritable,
      writeMs: isWritable ? rounded(performance.now() - askedAt) : null,
      waitingWrites: store.waitingWrites(),
      // Measured against timers of this very length.
      eventLoopDelayMs: rounded(Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS)),
    };
  });
}

function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
