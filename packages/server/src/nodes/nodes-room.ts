import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import { type Machine, machineFigures } from './machine-figures.ts';
import { type StatusRoutes, statusRoutes } from './status-routes.ts';
import { NODE_STATES } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { listNodes } from './list-nodes.ts';

interface NodeGround extends Omit<StatusRoutes, 'machine'> {
  readonly metrics: Metrics;
}

/** How this node is, and which others there are. */
export function nodesRoom(ground: NodeGround, machine: Machine): Room {
  nodeMetrics(ground.metrics, ground);
  return { routes: (serve) => statusRoutes(serve, { ...ground, machine: machineFigures(machine) }) };
}

function nodeMetrics(metrics: Metrics, { store, now }: { readonly store: Store; readonly now: () => number }): void {
  metrics.addGauge('nodes{state}', 'Nodes of the service by state; the same on every node.', async () => {
    const nodes = await store.read(listNodes, { now: now() });
    return NODE_STATES.map((state) => [state, nodes.filter((node) => node.state === state).length] as const);
  });
}
