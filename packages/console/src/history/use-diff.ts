import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';

export function useDiff(siteId: string, version: number, isWanted: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['site', siteId, 'diff', version],
    queryFn: () => client.history.diffSchedules(siteId, { from: version - 1, to: version }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
