import { instantText } from '@setpoint/core';
import type { NodeStatus, ServiceNode } from '@setpoint/contract';
import manifest from '../../package.json' with { type: 'json' };
import type { NodeFigures } from '../platform/figures/node-figures.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { listNodes } from './list-nodes.ts';
import { readsAsOperator } from '../identity/caller.ts';

export interface StatusRoutes extends StoreAndClock {
  readonly health: StoreHealth;
  readonly figures: Pick<NodeFigures, 'eventLoopDelayMs'>;
  readonly nodeId: string;
  readonly storeKind: NodeStatus['store'];
}

/** How this node is, and which others there are, for the people who run them. */
export function statusRoutes(serve: Serve, options: StatusRoutes): void {
  const { now, health, figures, nodeId, store, storeKind } = options;
  const startedAt = instantText(now());

  serve('getNodeStatus', async ({ caller }) => {
    const askedAt = performance.now();
    const isWritable = await health.probe();
    return {
      at: instantText(now()),
      softwareVersion: readsAsOperator(caller) ? manifest.version : null,
      startedAt,
      store: storeKind,
      isWritable,
      writeMs: isWritable ? Math.round((performance.now() - askedAt) * 10) / 10 : null,
      waitingWrites: store.waitingWrites(),
      eventLoopDelayMs: figures.eventLoopDelayMs(),
    };
  });

  serve('listNodes', async ({ caller }) => {
    const at = now();
    const nodes = await store.read(listNodes, { now: at });
    return {
      at: instantText(at),
      answeredBy: nodeId,
      nodes: readsAsOperator(caller) ? nodes : nodes.map(withoutNames),
    };
  });
}

// What machines are called and run is for those alone who run them.
function withoutNames(node: ServiceNode): ServiceNode {
  return { ...node, nodeName: null, softwareVersion: null };
}
