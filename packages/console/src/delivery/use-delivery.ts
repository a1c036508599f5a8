import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

export function useDelivery(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'delivery'],
    queryFn: () => client.overview.readDelivery(siteId),
    refetchInterval: EVERY_MS,
  });
}
