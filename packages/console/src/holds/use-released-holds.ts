import type { Hold } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 10_000;
export const SHOWN_RELEASED = 50;

/** The holds that were released last, of all or of those that named one site or all sites; the latest first. */
export function useReleasedHolds(siteId: string | undefined, isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['holds', 'released', siteId],
    queryFn: async ({ signal }) => {
      let latest: Hold[] = [];
      // They are listed as they were made, not as they were released.
      for await (const hold of client.holds.list('released')) {
        signal.throwIfAborted();
        if (siteId !== undefined && hold.siteId !== siteId && hold.allSites !== true) continue;
        latest.push(hold);
        if (latest.length > SHOWN_RELEASED * 2) latest = lastReleased(latest);
      }
      return lastReleased(latest);
    },
    enabled: isWanted,
    refetchInterval: EVERY_MS,
  });
}

function lastReleased(holds: readonly Hold[]): Hold[] {
  const sorted = holds.toSorted((one, other) => releasedMs(other) - releasedMs(one));
  return sorted.slice(0, SHOWN_RELEASED);
}

function releasedMs({ releasedAt }: Hold): number {
  return Date.parse(releasedAt ?? '');
}
