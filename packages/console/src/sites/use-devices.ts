import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 5_000;

export function useDevices(siteId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'devices'],
    queryFn: () => client.overview.readDevices(siteId),
    refetchInterval: EVERY_MS,
  });
}
