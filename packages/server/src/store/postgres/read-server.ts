import type { ReadingStore } from '../open-reading-store.ts';
import { createSecretBox } from '../secrets/secret-box.ts';
import { createPreparer } from './create-postgres-tx.ts';
import { createReader } from './create-reader.ts';
import { openPool } from './open-pool.ts';

/** Reads a database over connections of its own; who asks says how many reads are under way. */
export function readServer({ url, connections }: { readonly url: string; readonly connections: number }): ReadingStore {
  // The next read tells it.
  const pool = openPool({ url, connections, onLost: () => undefined });
  return {
    readsAtOnce: connections,
    // Each statement, or snapshot, begins when it is asked for.
    readAnew: () => undefined,
    read: createReader({ pool, prepare: createPreparer(), secrets: createSecretBox([]), connections, isShared: false }),
  };
}
