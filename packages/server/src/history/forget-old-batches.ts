import type { Aging } from '../platform/loops/forgetting.ts';
import { listOldestBatches, forgetBatches } from './forget-batches.ts';
import { createSiteWalk } from '../platform/loops/site-walk.ts';

const SITES_PER_STEP = 200;
const BATCHES_PER_WRITE = 32;
const WRITES_PER_STEP = 100;

/** Walks over the sites, some at each step, and removes their old batches. */
export function forgetOldBatches(keptMs: number): Aging {
  return ({ store, now }) =>
    createSiteWalk({
      list: (input) => store.read(listOldestBatches, input),
      workOn({ siteId, oldestAt }) {
        const before = now() - keptMs;
        if (oldestAt === null || oldestAt >= before) return undefined;
        // One at a time and few batches each: no write of a caller waits for long.
        return () => store.write(forgetBatches, { siteId, before, limit: BATCHES_PER_WRITE });
      },
      sitesPerStep: SITES_PER_STEP,
      writesPerStep: WRITES_PER_STEP,
    });
}
