import { useEffect, useRef, useState } from 'react';
import { type Arrangement, arrangeSites } from './arrange-sites.ts';
import type { FleetStore } from './fleet-store.ts';

/** Rows that jump about cannot be read: the order follows what changes at this pace. */
const REORDER_MS = 2_000;

/** The ids of the sites that are asked for, in order; the same array as long as neither changes. */
export function useArranged(store: FleetStore, arrangement: Arrangement): readonly string[] {
  const [siteIds, setSiteIds] = useState<readonly string[]>([]);
  const latest = useRef(siteIds);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrange = () => {
      timer = undefined;
      const next = arrangeSites(store.sites(), arrangement, Date.now()).map(({ siteId }) => siteId);
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
  }, [store, arrangement]);
  return siteIds;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((siteId, index) => siteId === other[index]);
}
