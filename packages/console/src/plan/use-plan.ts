import { useQuery } from '@tanstack/react-query';
import { daysView } from '../shell/view.ts';
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

/** From yesterday to the end of the third day from now. */
export function planDays(nowMs: number, timeZone: string) {
  return daysView(nowMs, timeZone, { first: -1, days: 5 });
}

export interface PlanWanted {
  readonly timeZone: string;
  /** What is set changes with it. */
  readonly version: number;
}

export function usePlan(siteId: string, { timeZone, version }: PlanWanted) {
  const client = useClient();
  const { fromMs, toMs } = planDays(Date.now(), timeZone);
  return useQuery({
    queryKey: ['site', siteId, 'plan', version, fromMs],
    queryFn: async () => {
      const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      return (await client.fleet.readPlan(siteId, window)).plan;
    },
    // The plan before stays on the screen until the new one is there.
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
}

const MEASURED_EVERY_MS = 60_000;

/** Minute means since yesterday; they are kept for two days. */
export function useMeasurements(siteId: string, timeZone: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['measurements', siteId, timeZone],
    queryFn: async () =>
      (await client.fleet.readMeasurements(siteId, { ...sinceYesterday(timeZone), resolution: 1 })).measurements,
    refetchInterval: MEASURED_EVERY_MS,
  });
}

export function useFollowing(siteId: string, timeZone: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['following', siteId, timeZone],
    queryFn: () => client.fleet.readFollowing(siteId, sinceYesterday(timeZone)),
    refetchInterval: MEASURED_EVERY_MS,
  });
}

function sinceYesterday(timeZone: string) {
  const now = Date.now();
  const { fromMs } = daysView(now, timeZone, { first: -1, days: 1 });
  return { from: new Date(fromMs).toISOString(), to: new Date(now).toISOString() };
}
