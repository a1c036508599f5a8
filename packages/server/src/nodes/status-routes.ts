import { instantText } from '@setpoint/core';
import { type NodeStatus, PATHS, type ServiceNode, type ServiceNodeList } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import type { NodeFigures } from '../platform/node-figures.ts';
import type { StoreHealth } from '../store/store-health.ts';
import { listNodes } from './list-nodes.ts';
import { readsAsOperator } from '../identity/caller.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { readQuery } from '../http/read-query.ts';

export interface StatusRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly health: StoreHealth;
  readonly figures: Pick<NodeFigures, 'eventLoopDelayMs'>;
  readonly nodeId: string;
  readonly storeKind: NodeStatus['store'];
}

/** How this node is, and which others there are, for the people who run them. */
export function statusRoutes(app: FastifyInstance, options: StatusRoutes): void {
  const { access, now, health, figures, nodeId, store, storeKind } = options;
  const startedAt = instantText(now());

  app.get(PATHS.fleetStatus, async (request): Promise<NodeStatus> => {
    const caller = await access.caller(request, 'sites:read');
    readQuery(request, []);
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

  app.get(PATHS.fleetNodes, async (request): Promise<ServiceNodeList> => {
    const caller = await access.caller(request, 'sites:read');
    readQuery(request, []);
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
