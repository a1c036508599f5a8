import type { PoolSuppliedSlot } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../session/session.tsx';
import { useNow } from '../shell/use-now.ts';
import { pastTrace, SHOWN_SECONDS, type Trace } from './past-trace.ts';
import type { Pools } from './use-pools.ts';

type Point = readonly [signal: number | null, ordered: number | null, supplied: number | null];

const EMPTY: Trace = [[], [], [], []];
const STEP_SECONDS = 2;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const NO_SLOTS: readonly PoolSuppliedSlot[] = [];

/** The last minutes of a pool: what the service knows of those before the page was opened, then what the page reads. */
export function useTrace(poolId: string, point: Point): Trace {
  const { pools } = useClient();
  const { data: slots = NO_SLOTS } = useQuery({
    queryKey: ['supplied-of-pool', poolId],
    queryFn: () => pastSupplied(pools, poolId, Date.now()),
    // The minute of the visit is over a minute later.
    refetchInterval: ({ state }) => state.dataUpdateCount < 2 && MINUTE_MS,
    staleTime: 0,
    gcTime: 0,
  });
  const [live, setLive] = useState(EMPTY);
  const second = useNow() / SECOND_MS;
  useEffect(() => {
    setLive((was) => (second - (was[0].at(-1) ?? 0) < STEP_SECONDS ? was : withPoint(was, second, point)));
  }, [second]);
  const known = useMemo(() => pastTrace(slots), [slots]);
  return useMemo(() => lastMinutes(joined(known, live)), [known, live]);
}

/** What was supplied in the minutes of the chart that are over, the one at its left edge too. */
async function pastSupplied(pools: Pools, poolId: string, now: number): Promise<readonly PoolSuppliedSlot[]> {
  const first = now - SHOWN_SECONDS * SECOND_MS - MINUTE_MS;
  const window = { from: new Date(first).toISOString(), to: new Date(now).toISOString() };
  return (await pools.supplied(poolId, window)).slots;
}

/** What was in force at the left edge begins there: the chart draws nothing from a point beyond it. */
function lastMinutes(trace: Trace): Trace {
  const [seconds, signal, ordered, supplied] = trace;
  const edge = (seconds.at(-1) ?? 0) - SHOWN_SECONDS;
  const first = seconds.findLastIndex((second) => second <= edge);
  if (first < 0) return trace;
  return [[edge, ...seconds.slice(first + 1)], signal.slice(first), ordered.slice(first), supplied.slice(first)];
}

function joined(past: Trace, live: Trace): Trace {
  const [first = Number.POSITIVE_INFINITY] = live[0];
  const count = past[0].filter((second) => second < first).length;
  const [seconds, signal, ordered, supplied] = past;
  return [
    [...seconds.slice(0, count), ...live[0]],
    [...signal.slice(0, count), ...live[1]],
    [...ordered.slice(0, count), ...live[2]],
    [...supplied.slice(0, count), ...live[3]],
  ];
}

function withPoint([seconds, ...lines]: Trace, second: number, point: Point): Trace {
  const times = [...seconds, second];
  const first = times.findIndex((time) => time >= second - SHOWN_SECONDS);
  const [signal = [], ordered = [], supplied = []] = lines.map((line, index) =>
    [...line, point[index] ?? null].slice(first),
  );
  return [times.slice(first), signal, ordered, supplied];
}
