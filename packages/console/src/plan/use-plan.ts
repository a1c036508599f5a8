import { useQuery } from '@tanstack/react-query';
import { useClient } from '../session/session.tsx';
import { daysView, type View } from '../shell/view.ts';

/** From the start of yesterday, for five days. */
export function planDays(nowMs: number, timeZone: string) {
  return daysView(nowMs, timeZone, { first: -1, days: 5 });
}

export interface PlanWanted {
  readonly timeZone: string;
  /** The schedule's version: a new one needs a new plan. */
  readonly version: number;
  /** What is shown; left out, days around today. */
  readonly view?: View;
}

export function usePlan(siteId: string, { timeZone, version, view }: PlanWanted) {
  const client = useClient();
  const { fromMs, toMs } = planned(planDays(Date.now(), timeZone), view);
  return useQuery({
    queryKey: ['site', siteId, 'plan', version, fromMs, toMs],
    queryFn: async () => {
      const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      return (await client.fleet.readPlan(siteId, window)).plan;
    },
    // The old plan stays on the screen until the new one has come.
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
}

const DAY_MS = 24 * 3_600_000;

/** The days around today, or those that are shown where they are others; whole days, so that a small move asks nothing. */
function planned(around: View, view: View | undefined): View {
  if (view === undefined || (view.fromMs >= around.fromMs && view.toMs <= around.toMs)) return around;
  return { fromMs: Math.floor(view.fromMs / DAY_MS) * DAY_MS, toMs: Math.ceil(view.toMs / DAY_MS) * DAY_MS };
}
