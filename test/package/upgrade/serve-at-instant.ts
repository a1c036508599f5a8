import type { Store } from '@setpoint/server/testing/rooms/store';
import { startApp } from '@setpoint/server/testing/start-app';

export interface ServedAtInstant extends AsyncDisposable {
  readonly url: string;
}

/** All of the service but its work in the background, on a store whose clock stands still: what is old stays new. */
export async function serveAtInstant(store: Store, at: number): Promise<ServedAtInstant> {
  const { app, base } = await startApp({ store, now: () => at });
  return { url: base, [Symbol.asyncDispose]: () => app.close() };
}
