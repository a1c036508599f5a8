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
const MOST_READ = 50_000;

interface SiteEvents {
  /** The latest first. */
  readonly events: readonly SiteEvent[];
  /** Whether the log has more than was read. */
  readonly isCut: boolean;
}

/** The last notable events of a site, from the log of all. */
export function useSiteEvents(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site-events', siteId],
    queryFn: async ({ signal }): Promise<SiteEvents> => {
      const events: SiteEvent[] = [];
      let read = 0;
      for await (const event of client.events({ types: NOTABLE, after: 'oldest', follow: false, signal })) {
        read += 1;
        if (isNotable(event) && event.siteId === siteId) events.push(event);
        if (read >= MOST_READ) break;
      }
      return { events: events.slice(-KEPT).toReversed(), isCut: read >= MOST_READ };
    },
    staleTime: 30_000,
  });
}

function isNotable(event: { readonly type: string }): event is SiteEvent {
  return NOTABLE.some((type) => type === event.type);
}
