import type { EventType, FleetEvent } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

/** What somebody asks who looks for what went wrong: not each entry that began, nor each batch, which have their lists. */
const NOTABLE = [
  'site.offline',
  'site.online',
  'site.changed',
  'site.trouble',
  'command.rejected',
  'command.limited',
  'entry.missed',
  'following.deviating',
  'plan.issue',
] as const satisfies readonly EventType[];

export type SiteEvent = Extract<FleetEvent, { readonly type: (typeof NOTABLE)[number] }>;

const KEPT = 50;
const OF_THE_LOG = { types: NOTABLE, after: 'oldest', follow: false } as const;

/** The last notable events of a site, the latest first. */
export function useSiteEvents(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site-events', siteId],
    queryFn: async ({ signal }): Promise<readonly SiteEvent[]> => {
      const events: SiteEvent[] = [];
      for await (const event of client.events({ ...OF_THE_LOG, siteId, signal })) {
        if (isNotable(event)) events.push(event);
        if (events.length > KEPT) events.shift();
      }
      return events.toReversed();
    },
    staleTime: 30_000,
  });
}

function isNotable(event: { readonly type: string }): event is SiteEvent {
  return NOTABLE.some((type) => type === event.type);
}
