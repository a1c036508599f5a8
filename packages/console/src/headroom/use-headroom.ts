import type { FleetHeadroom } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../session/session.tsx';
import { blockWindows } from './block-windows.ts';
import type { Hours } from './hours-view.ts';
import { joinHeadrooms, followHeadrooms } from './join-headrooms.ts';

export interface HeadroomQuestion {
  readonly siteIds: readonly string[];
  readonly timeZone: string;
  readonly hours: Hours;
  readonly resolution: number;
  /** Whether everything that is asked about is known. */
  readonly isReady: boolean;
}

const IN_ONE_CALL = 1_000;
/** Above it, the answer weighs megabytes, and is calculated when somebody asks. */
const AT_ONCE = 2_000;

/** The headroom of any number of sites, asked for in parts; `asked` is for how many it was asked so far. */
export function useHeadroom({ siteIds, timeZone, hours, resolution, isReady }: HeadroomQuestion) {
  const client = useClient();
  const [asked, setAsked] = useState(0);
  const key = [siteIds.join(), timeZone, hours.day, hours.fromHour, hours.toHour, resolution].join(' ');
  const [wanted, setWanted] = useState<string>();
  const windows = blockWindows(hours, timeZone, resolution);
  const isPossible = isReady && siteIds.length > 0 && windows.length > 0;
  const answer = useQuery({
    queryKey: ['headroom', key],
    queryFn: async () => {
      const askedAt = Date.now();
      const parts: FleetHeadroom[] = [];
      for (let first = 0; first < siteIds.length; first += IN_ONE_CALL) {
        setAsked(first);
        const part = siteIds.slice(first, first + IN_ONE_CALL);
        const inTime: FleetHeadroom[] = [];
        for (const { fromMs, toMs, minutes } of windows) {
          const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
          inTime.push(await client.fleet.readHeadrooms({ siteIds: part, ...window, resolution: minutes }));
        }
        parts.push(followHeadrooms(inTime));
      }
      return { answer: joinHeadrooms(parts), askedAt };
    },
    enabled: isPossible && (siteIds.length <= AT_ONCE || wanted === key),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const ask = () => {
    if (siteIds.length <= AT_ONCE || wanted === key) void answer.refetch();
    else setWanted(key);
  };
  return { ...answer, asked, ask, isPossible };
}
