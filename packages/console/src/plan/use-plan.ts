import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { daysView } from '../shell/view.ts';

/** From the start of yesterday, for five days. */
export function planDays(nowMs: number, timeZone: string) {
  return daysView(nowMs, timeZone, { first: -1, days: 5 });
}

export interface PlanWanted {
  readonly timeZone: string;
  /** The schedule's version: a new one needs a new plan. */
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
    // The old plan stays on the screen until the new one has come.
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
}
