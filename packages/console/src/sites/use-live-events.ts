import { LIMITS } from '@setpoint/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../session/session.tsx';
import type { FleetStore } from './fleet-store.ts';

/** Sites that change within this time are read together. */
const GATHER_MS = 700;

/** Follows the events, and reads the sites again that they concern. */
export function useLiveEvents(store: FleetStore): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const changed = new Set<string>();
    const read = async () => {
      const siteIds = [...changed].slice(0, LIMITS.maxNamedSites);
      if (siteIds.length === 0) return;
      for (const siteId of siteIds) changed.delete(siteId);
      store.merge((await client.overview.of(siteIds)).sites);
    };
    // A site that could not be read here is read with all the others soon.
    const timer = setInterval(() => void read().catch(() => undefined), GATHER_MS);
    const listen = async () => {
      for await (const event of client.events({ signal: ending.signal })) {
        if (event.type === 'log.gap') {
          await queries.invalidateQueries();
          continue;
        }
        if (!('siteId' in event)) continue;
        changed.add(event.siteId);
        await queries.invalidateQueries({ queryKey: ['site', event.siteId] });
      }
    };
    void listen().catch(() => undefined);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [client, queries, store]);
}
