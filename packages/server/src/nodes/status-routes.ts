import { instantText } from '@setpoint/core';
import type { NodeStatus } from '@setpoint/contract';
import manifest from '../../package.json' with { type: 'json' };
import type { Clock } from '../platform/open-clock.ts';
import type { NodeFigures } from '../platform/figures/node-figures.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { MachineFigures } from './machine-figures.ts';
import { listNodes } from './list-nodes.ts';
import { readsAsOperator } from '../identity/caller.ts';

export interface StatusRoutes extends StoreAndClock {
  readonly health: StoreHealth;
  readonly clock: Pick<Clock, 'problem'>;
  readonly figures: Pick<NodeFigures, 'eventLoopDelayMs'>;
  readonly nodeId: string;
  readonly storeKind: NodeStatus['store'];
  readonly machine: () => Promise<MachineFigures>;
}

// What machines are called and run, and how busy they are with everybody's sites, is for those alone who run them.
const UNTOLD = { softwareVersion: null, waitingWrites: null, eventLoopDelayMs: null } as const;
const UNTOLD_OF_MACHINE = {
  clockProblem: null,
  diskFreeBytes: null,
  diskBytes: null,
  lastBackupAt: null,
  certificateEndsAt: null,
  mqttControllers: null,
  mqttConnections: null,
  mostMqttConnections: null,
} as const;

/** How this node is, and which others there are, for the people who run them. */
export function statusRoutes(serve: Serve, options: StatusRoutes): void {
  const { now, health, clock, figures, nodeId, store, storeKind, machine } = options;
  const startedAt = instantText(now());

  serve('getNodeStatus', async ({ caller }) => {
    const askedAt = performance.now();
    const isWritable = await health.probe();
    const open = { at: instantText(now()), startedAt, store: storeKind, isWritable };
    if (!readsAsOperator(caller)) return { ...open, ...UNTOLD, ...UNTOLD_OF_MACHINE, writeMs: null };
    return {
      ...open,
      softwareVersion: manifest.version,
      writeMs: isWritable ? Math.round((performance.now() - askedAt) * 10) / 10 : null,
      waitingWrites: store.waitingWrites(),
      eventLoopDelayMs: figures.eventLoopDelayMs(),
      clockProblem: clock.problem() ?? null,
      ...(await machine()),
    };
  });

  serve('listNodes', async ({ caller }) => {
    const at = now();
    const nodes = await store.read(listNodes, { now: at });
    return {
      at: instantText(at),
      answeredBy: nodeId,
      nodes: readsAsOperator(caller)
        ? nodes
        : nodes.map((node) => ({ ...node, ...UNTOLD, nodeName: null, commitMs: null })),
    };
  });
}
