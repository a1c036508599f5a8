import type { SiteId } from '@setpoint/contract';
import type { Snapshots } from './remember-snapshots.ts';

export interface SnapshotPush {
  readonly snapshots: Snapshots;
  readonly siteId: SiteId;
  /** Whether the connection can take one more; what is dropped now is sent again when a report names another revision. */
  readonly canSend: () => boolean;
  readonly send: (bytes: Buffer) => void;
  readonly onFailure: (cause: unknown) => void;
}

/** Sends the schedule of a site each time it is told to, in order; what is asked for meanwhile is one more snapshot. */
export function createSnapshotPush({ snapshots, siteId, canSend, send, onFailure }: SnapshotPush): () => void {
  let isDue = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    try {
      while (isDue) {
        isDue = false;
        const snapshot = canSend() ? await snapshots.of(siteId) : undefined;
        if (snapshot !== undefined) send(snapshot.bytes);
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
