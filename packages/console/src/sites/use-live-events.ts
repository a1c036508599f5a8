import { type EventGap, type FleetEvent, LIMITS } from '@setpoint/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.tsx';
import { useIsVisible } from '../shell/use-is-visible.ts';
import type { FleetStore } from './fleet-store.ts';
import type { SetpointClient } from '@setpoint/client';

/** Sites that change within this time are read together. */
const GATHER_MS = 700;

/** Follows the events while somebody can see them, and reads the sites again that they concern. */
export function useLiveEvents(store: FleetStore): void {
  const { client, clientId, isOver } = useSession();
  const isVisible = useIsVisible();
  const wasAway = useRef(false);
  const queries = useQueryClient();
  useEffect(() => {
    const isAway = isOver || !isVisible;
    // What happened meanwhile is read, not heard.
    if (wasAway.current && !isAway) void queries.invalidateQueries();
    wasAway.current = isAway;
    if (isAway) return undefined;
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
    const onEvent = (event: FleetEvent | EventGap) => {
      if (event.type === 'log.gap') void queries.invalidateQueries();
      if (!('siteId' in event)) return;
      changed.add(event.siteId);
      void queries.invalidateQueries({ queryKey: ['site', event.siteId] });
    };
    const { signal } = ending;
    // Tabs of one client in one browser share.
    const events: SetpointClient['events'] = (options) => client.events(options);
    void shareEvents(events, `events of ${clientId}`, signal, onEvent).catch(() => undefined);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [client, clientId, isOver, isVisible, queries, store]);
}

/** Follows the events over one stream for all tabs: one leads, and when it ends, another one goes on after the last event. */
async function shareEvents(
  events: SetpointClient['events'],
  name: string,
  signal: AbortSignal,
  onEvent: (event: FleetEvent | EventGap) => void,
): Promise<void> {
  const channel = new BroadcastChannel(name);
  signal.addEventListener('abort', () => channel.close());
  let last: { readonly after?: string } = {};
  const take = (event: FleetEvent | EventGap) => {
    if ('id' in event) last = { after: event.id };
    onEvent(event);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<FleetEvent | EventGap>) => take(data));
  const lead = async () => {
    for await (const event of events({ ...last, signal })) {
      channel.postMessage(event);
      take(event);
    }
  };
  // Without TLS, and not on this machine, a browser has no locks: then each tab leads.
  await ('locks' in navigator ? navigator.locks.request(name, { signal }, lead) : lead());
}
