import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteId } from '@setpoint/contract';
import type { Store } from '../store/store.ts';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';

/** Reads the sites one by one, each in a turn of its own; one that is gone by then is left out. */
export async function* readPlannedSites(store: Store, siteIds: readonly SiteId[]): AsyncGenerator<PlannedSite> {
  for (const siteId of siteIds) {
    await nextTurn();
    const site = await store.read(readPlannedSite, { siteId });
    if (site !== undefined) yield site;
  }
}
