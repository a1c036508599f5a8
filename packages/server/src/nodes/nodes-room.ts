import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { nodeMetrics } from './node-metrics.ts';
import { type StatusRoutes, statusRoutes } from './status-routes.ts';

interface NodeGround extends StatusRoutes {
  readonly metrics: Metrics;
}

/** How this node is, and which others there are. */
export function nodesRoom(ground: NodeGround): Room {
  nodeMetrics(ground.metrics, ground);
  return { routes: (serve) => statusRoutes(serve, ground) };
}
