import type { SiteOverview } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useState, useSyncExternalStore } from 'react';
import { useClient } from '../session/session.tsx';
import { clockText, zoneText } from '../words/when-text.ts';
import { createFleetStore, type FleetStore } from './fleet-store.ts';
import { useLiveEvents } from './use-live-events.ts';

const EVERY_MS = 5_000;
const ALL_EVERY_MS = 60_000;
/** A fleet of at most this size is read as a whole each time. */
const SMALL_FLEET = 1_000;

interface Feed {
  readonly store: FleetStore;
  /** Why the last read failed; undefined if it succeeded. */
  readonly failure: unknown;
  readonly retry: () => void;
}

const FeedContext = createContext<Feed | undefined>(undefined);

export function useFeed(): Feed {
  const feed = useContext(FeedContext);
  if (feed === undefined) throw new Error('there is no feed above this component');
  return feed;
}

/** Keeps what the page knows about the sites up to date, in every view. */
export function FleetFeed({ children }: { readonly children: ReactNode }) {
  const client = useClient();
  const [store] = useState(createFleetStore);
  const query = useQuery({
    queryKey: ['overview'],
    queryFn: async () => {
      const askedAt = Date.now();
      const sites: SiteOverview[] = [];
      for await (const page of client.overview.pages()) {
        sites.push(...page.sites);
        // The first time, each page is shown as it comes.
        if (!store.isComplete()) store.merge(page.sites);
      }
      store.replace(sites, askedAt);
      return sites.length;
    },
    refetchInterval: ({ state }) => ((state.data ?? 0) > SMALL_FLEET ? ALL_EVERY_MS : EVERY_MS),
  });
  useLiveEvents(store);
  const retry = useCallback(() => void query.refetch(), [query.refetch]);
  const feed = { store, failure: query.isError ? query.error : undefined, retry };
  return <FeedContext value={feed}>{children}</FeedContext>;
}

/** In a large fleet, reads the sites on the screen more often than the others. */
export function useVisibleSites(siteIds: readonly string[]): void {
  const client = useClient();
  const { store } = useFeed();
  useQuery({
    queryKey: ['overview', 'visible', siteIds.join()],
    queryFn: async () => {
      store.merge((await client.overview.of(siteIds)).sites);
      return null;
    },
    enabled: siteIds.length > 0 && store.sites().length > SMALL_FLEET,
    refetchInterval: EVERY_MS,
  });
}

/** One site; the component is drawn again when it changes. */
export function useSite(siteId: string): SiteOverview | undefined {
  const { store } = useFeed();
  const subscribe = useCallback((listener: () => void) => store.subscribeSite(siteId, listener), [store, siteId]);
  return useSyncExternalStore(subscribe, () => store.get(siteId));
}

/** All sites; the component is drawn again when any of them changes. */
export function useSites(): readonly SiteOverview[] {
  const { store } = useFeed();
  return useSyncExternalStore(store.subscribe, store.sites);
}

/** A time of day at a site, with its zone where not all sites lie in one. */
export function useSiteClock(timeZone: string): (instant: string) => string {
  const { store } = useFeed();
  const isZoned = useSyncExternalStore(store.subscribe, store.hasSeveralZones);
  return (instant) => {
    const at = Date.parse(instant);
    const clock = clockText(at, timeZone);
    return isZoned ? `${clock} ${zoneText(at, timeZone)}` : clock;
  };
}
