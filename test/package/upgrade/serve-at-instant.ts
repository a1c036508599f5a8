import { onlyNode } from '@setpoint/server/testing/rooms/nodes';
import type { Store } from '@setpoint/server/testing/rooms/store';
import { buildAlone } from '@setpoint/server/testing/build-alone';

export interface ServedAtInstant extends AsyncDisposable {
  readonly url: string;
}

/** All of the service but its work in the background, on a store whose clock stands still: what is old stays new. */
export async function serveAtInstant(store: Store, at: number): Promise<ServedAtInstant> {
  const app = await buildAlone({ store, nodes: { ...onlyNode, now: () => at } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}
