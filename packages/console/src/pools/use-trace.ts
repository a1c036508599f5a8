import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNow } from '../shell/use-now.ts';
import { POOLS } from './use-pools.ts';

/** Seconds, and for each of them what was asked for, ordered and supplied; null where that is not known. */
export type Trace = readonly [
  seconds: readonly number[],
  signal: readonly (number | null)[],
  ordered: readonly (number | null)[],
  supplied: readonly (number | null)[],
];
export type Point = readonly [signal: number | null, ordered: number | null, supplied: number | null];

const TRACE_SECONDS = 600;
const EMPTY: Trace = [[], [], [], []];
const STEP_SECONDS = 2;
const GAP_SECONDS = 10;

/** Keeps the last minutes of a pool, also while another view is open. */
export function useTrace(poolId: string, point: Point): Trace {
  const queries = useQueryClient();
  const key = [POOLS, poolId, 'trace'];
  const [trace, setTrace] = useState<Trace>(() => queries.getQueryData<Trace>(key) ?? EMPTY);
  const second = useNow() / 1_000;
  useEffect(() => {
    setTrace((was) => {
      const last = was[0].at(-1) ?? 0;
      if (second - last < STEP_SECONDS) return was;
      const next = withPoint(was, second, point);
      queries.setQueryData(key, next);
      return next;
    });
  }, [second]);
  return trace;
}

function withPoint([seconds, ...lines]: Trace, second: number, point: Point): Trace {
  const last = seconds.at(-1);
  const isGap = last !== undefined && second - last > GAP_SECONDS;
  const times = isGap ? [...seconds, last + 1, second] : [...seconds, second];
  const first = times.findIndex((time) => time >= second - TRACE_SECONDS);
  const [signal, ordered, supplied] = lines.map((line, index) => {
    const value = point[index] ?? null;
    return (isGap ? [...line, null, value] : [...line, value]).slice(first);
  });
  return [times.slice(first), signal ?? [], ordered ?? [], supplied ?? []];
}
