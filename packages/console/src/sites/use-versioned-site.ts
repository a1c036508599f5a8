import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

/** The site with its schedule and the schedule's version. */
export function useVersionedSite(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId],
    queryFn: () => client.readVersionedSite(siteId),
    refetchInterval: EVERY_MS,
  });
}
