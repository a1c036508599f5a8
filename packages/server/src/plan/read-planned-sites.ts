import type { SiteId } from '@setpoint/contract';
import type { Access } from '../access/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';
import { type PlannedSite, readPlannedSite } from './read-planned-site.ts';

interface PlannedReading {
  readonly access: Access;
  readonly store: Store;
  readonly caller: Caller;
}

/** Reads the sites one by one, each in a turn of its caller's; one that is gone by then is left out. */
export async function* readPlannedSites(
  { access, store, caller }: PlannedReading,
  siteIds: readonly SiteId[],
): AsyncGenerator<PlannedSite> {
  for (const siteId of siteIds) {
    await access.turn(caller);
    const site = await store.read(readPlannedSite, { siteId });
    if (site !== undefined) yield site;
  }
}
