import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { sinceYesterday } from './since-yesterday.ts';

const EVERY_MS = 60_000;

/** Means of each minute since yesterday; the service keeps them for two days. */
export function useMeasurements(siteId: string, timeZone: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['measurements', siteId, timeZone],
    queryFn: async () =>
      (await client.fleet.readMeasurements(siteId, { ...sinceYesterday(timeZone), resolution: 1 })).measurements,
    refetchInterval: EVERY_MS,
  });
}
