import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RunningMqtt } from './gateway/start-mqtt.ts';
import type { EventTail } from './events/event-tail.ts';
import type { SiteSignals } from './platform/site-signals.ts';
import type { Nodes } from './nodes/nodes.ts';
import type { TellingNode } from './nodes/tell-of-node.ts';
import type { Store } from './store/store.ts';
import type { Leaving } from './platform/leaving.ts';

const CUT_AFTER_MS = 8_000;
// What hangs then is a database that does not answer, and nothing that a caller waits for.
const LET_GO_AFTER_MS = 8_500;

export interface Stoppable {
  readonly leaving: Leaving;
  readonly app: FastifyInstance;
  readonly operations: Server;
  readonly mqtt: Pick<RunningMqtt, 'close'>;
  readonly signals: SiteSignals;
  readonly tail: Pick<EventTail, 'stop'>;
  readonly store: Store;
  readonly nodes: Nodes;
  readonly telling: TellingNode;
  /** What goes on by itself. */
  readonly background: readonly ({ stop(): void | Promise<void> } | undefined)[];
}

/** Leaves the rotation of load balancers, lets requests in flight finish, cuts what is left after a while, then lets go of the store, which may hang. */
export async function stopGracefully(stoppable: Stoppable): Promise<void> {
  const { leaving, app, operations, mqtt, signals, tail, store, nodes, telling, background } = stoppable;
  const drained = leaving.drain();
  void telling.tell();
  await drained;
  const settled = Promise.all([...background, telling].map(async (one) => one?.stop()));
  // Whoever waits for a change gets its answer now.
  signals.stop();
  tail.stop();
  await mqtt.close();
  const patience = Promise.withResolvers<void>();
  const letGo = setTimeout(patience.resolve, LET_GO_AFTER_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS);
  await Promise.race([app.close(), patience.promise]);
  clearTimeout(cut);
  operations.closeAllConnections();
  operations.close();
  await Promise.race([settled.then(() => nodes.close()).then(() => store.close()), patience.promise]);
  clearTimeout(letGo);
}
