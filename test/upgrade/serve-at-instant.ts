import { onlyNode } from '../../packages/server/src/nodes/nodes.ts';
import type { Store } from '../../packages/server/src/store/store.ts';
import { buildAlone } from '../harness/build-alone.ts';

export interface ServedAtInstant extends AsyncDisposable {
  readonly url: string;
}

/** All of the service but its work in the background, on a store whose clock stands still: what is old stays new. */
export async function serveAtInstant(store: Store, at: number): Promise<ServedAtInstant> {
  const app = await buildAlone({ store, nodes: { ...onlyNode, now: () => at } });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, [Symbol.asyncDispose]: () => app.close() };
}
