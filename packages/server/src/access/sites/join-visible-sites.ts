import type { ClientId, SiteId } from '@setpoint/contract';
import { joinReads } from '../../platform/join-reads.ts';
import type { Store } from '../../store/store.ts';
import { listVisibleSites, type SightOfSites } from './list-visible-sites.ts';

/** Those of some sites that a client can see now; undefined when it is shut out altogether. */
export type VisibleSites = (sight: SightOfSites) => Promise<ReadonlySet<SiteId> | undefined>;

/** Asks once for all streams of a client that one piece of news wakes. */
export function joinVisibleSites(store: Pick<Store, 'read'>): VisibleSites {
  const read = joinReads((question: string) => {
    const [clientId, siteIds] = JSON.parse(question) as [ClientId, SiteId[]];
    return store.read(listVisibleSites, { clientId, siteIds });
  });
  return ({ clientId, siteIds }) => read(JSON.stringify([clientId, [...new Set(siteIds)]]));
}
