import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { daysView } from '../shell/view.ts';

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
