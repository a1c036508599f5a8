import type { ClientId, PoolId } from '@setpoint/contract';
import { shareReads } from '../platform/share-reads.ts';
import type { Store } from '../store/store.ts';
import { listVisiblePools, type SightOfPools } from './list-visible-pools.ts';
import { listVisibleSites } from './list-visible-sites.ts';
import { shareVisibleSites, type VisibleSites } from './share-visible-sites.ts';

/** What a client can see now, of sites and pools. */
export interface Sight {
  readonly sites: VisibleSites;
  readonly pools: (sight: SightOfPools) => Promise<ReadonlySet<PoolId>>;
}

export function sightOf(store: Pick<Store, 'read'>): Sight {
  return {
    sites: (sight) => store.read(listVisibleSites, sight),
    pools: (sight) => store.read(listVisiblePools, sight),
  };
}

/** Asks once for all streams of a client that one piece of news wakes. */
export function shareSight(store: Pick<Store, 'read'>): Sight {
  const readPools = shareReads((question: string) => {
    const [clientId, poolIds] = JSON.parse(question) as [ClientId, PoolId[]];
    return store.read(listVisiblePools, { clientId, poolIds });
  });
  return {
    sites: shareVisibleSites(store),
    pools: ({ clientId, poolIds }) => readPools(JSON.stringify([clientId, [...new Set(poolIds)]])),
  };
}
