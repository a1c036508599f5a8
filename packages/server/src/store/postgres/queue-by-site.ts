import { StoreFailure } from '../store.ts';

const START_WITHIN_MS = 5_000;

interface Waiting {
  readonly start: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Lets the writes of one site wait here for each other, in the order in which they came: waiting for
 * its row, they would hold connections that other sites need.
 */
export function queueBySite(): <Output>(siteId: string, work: () => Promise<Output>) => Promise<Output> {
  const queues = new Map<string, Set<Waiting>>();

  function turnOf(siteId: string): Promise<void> | undefined {
    const queue = queues.get(siteId);
    if (queue === undefined) {
      queues.set(siteId, new Set());
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(new StoreFailure('not-applied', `the site was busy for ${START_WITHIN_MS} ms`));
      }, START_WITHIN_MS);
      const waiting: Waiting = { start: resolve, timer };
      queue.add(waiting);
    });
  }

  function endTurn(siteId: string): void {
    const queue = queues.get(siteId);
    const [next] = queue ?? [];
    if (queue === undefined || next === undefined) {
      queues.delete(siteId);
      return;
    }
    queue.delete(next);
    clearTimeout(next.timer);
    next.start();
  }

  return async (siteId, work) => {
    await turnOf(siteId);
    try {
      return await work();
    } finally {
      endTurn(siteId);
    }
  };
}
