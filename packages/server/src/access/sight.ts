import type { ClientId, PoolId, SiteId } from '@setpoint/contract';
import { joinReads } from '../platform/join-reads.ts';
import type { Store } from '../store/store.ts';
import { listVisiblePools, type SightOfPools } from './pools/list-visible-pools.ts';
import { listVisibleSites, type SightOfSites } from './sites/list-visible-sites.ts';
import { type KnownStretch, readStretches, type StretchesWanted } from './pools/read-stretches.ts';

/** What a client can see now, of sites and pools, and which site was in which pool. */
export interface Sight {
  /** Those of some sites that it can see; undefined when it is shut out altogether. */
  readonly sites: (sight: SightOfSites) => Promise<ReadonlySet<SiteId> | undefined>;
  readonly pools: (sight: SightOfPools) => Promise<ReadonlySet<PoolId>>;
  readonly stretches: (wanted: StretchesWanted) => Promise<readonly KnownStretch[]>;
}

export function sightOf(store: Pick<Store, 'read'>): Sight {
  return {
    sites: (sight) => store.read(listVisibleSites, sight),
    pools: (sight) => store.read(listVisiblePools, sight),
    stretches: (wanted) => store.read(readStretches, wanted),
  };
}

/** Asks once for all streams of a client that one piece of news wakes. */
export function joinSight(store: Pick<Store, 'read'>): Sight {
  const readSites = joinReads((question: string) => {
    const [clientId, siteIds] = JSON.parse(question) as [ClientId, SiteId[]];
    return store.read(listVisibleSites, { clientId, siteIds });
  });
  const readPools = joinReads((question: string) => {
    const [clientId, poolIds] = JSON.parse(question) as [ClientId, PoolId[]];
    return store.read(listVisiblePools, { clientId, poolIds });
  });
  const readMembers = joinReads((question: string) => {
    const [poolId, siteIds] = JSON.parse(question) as [PoolId, SiteId[]];
    return store.read(readStretches, { poolId, siteIds });
  });
  return {
    sites: ({ clientId, siteIds }) => readSites(JSON.stringify([clientId, [...new Set(siteIds)]])),
    pools: ({ clientId, poolIds }) => readPools(JSON.stringify([clientId, [...new Set(poolIds)]])),
    stretches: ({ poolId, siteIds }) => readMembers(JSON.stringify([poolId, [...new Set(siteIds)]])),
  };
}
