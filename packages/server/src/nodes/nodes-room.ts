import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { type Machine, machineFigures } from './machine-figures.ts';
import { nodeMetrics } from './node-metrics.ts';
import { type StatusRoutes, statusRoutes } from './status-routes.ts';

interface NodeGround extends Omit<StatusRoutes, 'machine'> {
  readonly metrics: Metrics;
}

/** How this node is, and which others there are. */
export function nodesRoom(ground: NodeGround, machine: Machine): Room {
  nodeMetrics(ground.metrics, ground);
  return { routes: (serve) => statusRoutes(serve, { ...ground, machine: machineFigures(machine) }) };
}
