import type { FleetHeadroom } from '@setpoint/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../session/session.tsx';
import { type Hours, hoursView } from './hours-view.ts';
import { joinHeadrooms } from './join-headrooms.ts';

export interface HeadroomQuestion {
  readonly siteIds: readonly string[];
  readonly timeZone: string;
  readonly hours: Hours;
  readonly resolution: number;
}

const IN_ONE_CALL = 1_000;

/** Asks for the headroom of any number of sites, in parts; `asked` is of how many it was asked so far. */
export function useHeadroomQuestion() {
  const client = useClient();
  const [asked, setAsked] = useState(0);
  const question = useMutation({
    mutationFn: async ({ siteIds, timeZone, hours, resolution }: HeadroomQuestion) => {
      const askedAt = Date.now();
      const { fromMs, toMs } = hoursView(askedAt, timeZone, hours);
      const window = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
      const parts: FleetHeadroom[] = [];
      for (let first = 0; first < siteIds.length; first += IN_ONE_CALL) {
        setAsked(first);
        const part = siteIds.slice(first, first + IN_ONE_CALL);
        parts.push(await client.fleet.readHeadrooms({ siteIds: part, ...window, resolution }));
      }
      return { answer: joinHeadrooms(parts), timeZone, askedAt };
    },
  });
  return { ...question, asked };
}
