import { useEffect, useRef, useState } from 'react';
import type { SiteOverview } from '@setpoint/contract';
import type { FleetStore } from '../sites/fleet-store.ts';
import { type Arrangement, arrangeSites, type NameRanks, rankNames } from './arrange-sites.ts';

/** The order changes at most this often: rows that jump about cannot be read. */
const REORDER_MS = 2_000;

/** The ids of the sites to show, in order; the same array as long as nothing changes. */
export function useArranged(
  store: FleetStore,
  arrangement: Arrangement,
  among: ReadonlySet<string> | undefined,
): readonly string[] {
  const [siteIds, setSiteIds] = useState<readonly string[]>([]);
  const latest = useRef(siteIds);
  const ranked = useRef<Ranked>({ names: new Map(), nameById: new Map() });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrange = () => {
      timer = undefined;
      const sites = store.sites();
      if (isOtherwiseNamed(sites, ranked.current)) ranked.current = rankedNow(sites);
      const context = { names: ranked.current.names, now: Date.now(), among };
      const next = arrangeSites(sites, arrangement, context).map(({ siteId }) => siteId);
      if (isSame(latest.current, next)) return;
      latest.current = next;
      setSiteIds(next);
    };
    arrange();
    const unsubscribe = store.subscribe(() => {
      timer ??= setTimeout(arrange, latest.current.length === 0 ? 0 : REORDER_MS);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, arrangement, among]);
  return siteIds;
}

interface Ranked {
  readonly names: NameRanks;
  readonly nameById: ReadonlyMap<string, string>;
}

function isOtherwiseNamed(sites: readonly SiteOverview[], { nameById }: Ranked): boolean {
  return sites.length !== nameById.size || sites.some(({ siteId, siteName }) => nameById.get(siteId) !== siteName);
}

function rankedNow(sites: readonly SiteOverview[]): Ranked {
  return { names: rankNames(sites), nameById: new Map(sites.map(({ siteId, siteName }) => [siteId, siteName])) };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((siteId, index) => siteId === other[index]);
}
