import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

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
