import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

/** The site with its schedules and the version they have. */
export function useVersionedSite(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId],
    queryFn: () => client.readVersionedSite(siteId),
    refetchInterval: EVERY_MS,
  });
}

export function useDelivery(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'delivery'],
    queryFn: () => client.overview.readDelivery(siteId),
    refetchInterval: EVERY_MS,
  });
}

export function useDevices(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'devices'],
    queryFn: () => client.overview.readDevices(siteId),
    refetchInterval: EVERY_MS,
  });
}

const SHOWN_BATCHES = 50;

export function useBatches(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'batches'],
    queryFn: async () => {
      const batches = [];
      for await (const batch of client.history.batches(siteId)) {
        batches.push(batch);
        if (batches.length === SHOWN_BATCHES) break;
      }
      return batches;
    },
    refetchInterval: EVERY_MS,
  });
}

export function useDiff(siteId: string, version: number, isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'diff', version],
    queryFn: () => client.history.diffSchedules(siteId, { from: version - 1, to: version }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
