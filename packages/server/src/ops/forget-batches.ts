import type { Store } from '../store/store.ts';
import { listOldestBatches } from '../store/transactions/forget-batches.ts';

const SITES_PER_STEP = 200;
const BATCHES_PER_WRITE = 32;
const WRITES_PER_STEP = 100;

/** Walks over the sites, some at each step, and lets go of their batches from before an instant. */
export function createBatchForgetting(store: Store): (before: number) => Promise<void> {
  let after = '';
  let isRunning = false;

  async function step(before: number): Promise<void> {
    const sites = await store.read(listOldestBatches, { after, limit: SITES_PER_STEP });
    let writes = 0;
    for (const { siteId, oldestAt } of sites) {
      if (oldestAt !== null && oldestAt < before) {
        if (writes === WRITES_PER_STEP) return;
        writes += 1;
        // One at a time and few batches each: no write of a caller waits for long.
        await store.write('forgetBatches', { siteId, before, limit: BATCHES_PER_WRITE });
      }
      after = siteId;
    }
    if (sites.length < SITES_PER_STEP) after = '';
  }
  return async (before) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await step(before);
    } finally {
      isRunning = false;
    }
  };
}
