import type { Store } from '../store/store.ts';
import { firstDueAt, listDueSites } from '../sites/list-due-sites.ts';
import { forSomeSites } from '../platform/for-some-sites.ts';
import { settleEntries } from './settle-entries.ts';

const SITES_PER_STEP = 250;
const SITES_AT_ONCE = 8;
const STEP_MOST_MS = 50;
// What was stamped just before may still be on its way to the store.
export const LAG_MS = 500;

export interface EntryTelling {
  readonly store: Store;
  readonly now: () => number;
  /** Ends the step at the next sites. */
  readonly signal?: AbortSignal;
}

/**
 * Tells what became of entries on the sites whose instant has come, also in a time when nobody was there; answers
 * with the next such instant.
 */
export async function tellEntries({ store, now, signal }: EntryTelling): Promise<number | undefined> {
  const upTo = now() - LAG_MS;
  const nextAt = await store.read(firstDueAt, undefined);
  if (nextAt === undefined || nextAt > upTo) return nextAt === undefined ? undefined : nextAt + LAG_MS;
  const siteIds = await store.read(listDueSites, { upTo, limit: SITES_PER_STEP });
  await forSomeSites({ siteIds, atOnce: SITES_AT_ONCE, mostMs: STEP_MOST_MS, signal }, async (siteId) => {
    await store.write(settleEntries, { siteId, now: now(), upTo });
  });
  return nextAt;
}
