import type { SiteId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { makeSnapshot } from './make-snapshot.ts';

export interface SnapshotPush {
  readonly store: Store;
  readonly siteId: SiteId;
  readonly now: () => number;
  /** Whether the connection can take one more; what is dropped now is sent again when a report names another revision. */
  readonly canSend: () => boolean;
  readonly send: (text: string) => void;
  readonly onFailure: (cause: unknown) => void;
}

/** Sends the schedule of a site each time it is told to, in order; what is asked for meanwhile is one more snapshot. */
export function createSnapshotPush({ store, siteId, now, canSend, send, onFailure }: SnapshotPush): () => void {
  let isDue = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        const snapshot = canSend() ? await makeSnapshot(store, siteId, now()) : undefined;
        if (snapshot !== undefined) send(snapshot.text);
      }
    } catch (cause) {
      onFailure(cause);
    } finally {
      isRunning = false;
    }
  }
  return () => {
    isDue = true;
    if (!isRunning) void run();
  };
}
