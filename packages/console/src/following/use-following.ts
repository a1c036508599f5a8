import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { sinceYesterday } from './since-yesterday.ts';

const EVERY_MS = 60_000;

export function useFollowing(siteId: string, timeZone: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['following', siteId, timeZone],
    queryFn: () => client.fleet.readFollowing(siteId, sinceYesterday(timeZone)),
    refetchInterval: EVERY_MS,
  });
}
