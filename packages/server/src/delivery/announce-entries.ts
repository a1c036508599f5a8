import type { SiteId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { firstDueAt, listDueSites } from '../sites/list-due-sites.ts';
import { forSomeSites } from '../platform/loops/for-some-sites.ts';
import { settleEntries, type SettleEntriesInput } from './steps/settle-site.ts';

const SITES_PER_STEP = 250;
// Their events lie together in the log, and others wait for the commit of all.
const SITES_TOGETHER = 32;
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
export async function announceEntries({ store, now, signal }: EntryTelling): Promise<number | undefined> {
  const upTo = now() - LAG_MS;
  const nextAt = await store.read(firstDueAt, undefined);
  if (nextAt === undefined || nextAt > upTo) return nextAt === undefined ? undefined : nextAt + LAG_MS;
  const siteIds = await store.read(listDueSites, { upTo, limit: SITES_PER_STEP });
  const turns = groupsOf(siteIds);
  await forSomeSites({ turns, atOnce: 1, mostMs: STEP_MOST_MS, signal }, (sites) =>
    settleTogether(store, { siteIds: sites, now: now(), upTo }),
  );
  return nextAt;
}

function groupsOf(siteIds: readonly SiteId[]): SiteId[][] {
  const count = Math.ceil(siteIds.length / SITES_TOGETHER);
  return Array.from({ length: count }, (_, at) => siteIds.slice(at * SITES_TOGETHER, (at + 1) * SITES_TOGETHER));
}

/** Where it fails for one of them, the others have a turn of their own. */
async function settleTogether(store: Store, settling: SettleEntriesInput): Promise<void> {
  const { siteIds } = settling;
  try {
    await store.write(settleEntries, settling);
  } catch (cause) {
    if (siteIds.length === 1) throw cause;
    const alone = siteIds.map((siteId) => store.write(settleEntries, { ...settling, siteIds: [siteId] }));
    for (const one of await Promise.allSettled(alone)) if (one.status === 'rejected') throw one.reason;
  }
}
