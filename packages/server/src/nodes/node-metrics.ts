import { NODE_STATES } from '@setpoint/contract';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { Store } from '../store/store.ts';
import { listNodes } from './list-nodes.ts';

interface WatchedNodes {
  readonly store: Store;
  readonly now: () => number;
}

export function nodeMetrics(metrics: Metrics, { store, now }: WatchedNodes): void {
  const byState = { name: 'nodes', help: 'Nodes of the service by state; the same on every node.', label: 'state' };
  metrics.addGauge(byState, async (set) => {
    const nodes = await store.read(listNodes, { now: now() });
    for (const state of NODE_STATES) set(nodes.filter((node) => node.state === state).length, state);
  });
}
