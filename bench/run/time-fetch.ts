import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import type { Measures } from './compare.ts';
import type { Run } from './run.ts';

/** Somebody who fetches the same again and again. */
export interface Fetcher {
  /** The process whose CPU time is charged. */
  readonly pid: number;
  /** Fetches once; how long it took, by the fetcher's own clock. */
  fetch(): Promise<number>;
}

/** Fetches one after the other for the time that the run gives each measurement. */
export async function timeFetch({ warmUpMs, measureMs }: Run, fetcher: Fetcher): Promise<Measures> {
  for (const until = performance.now() + warmUpMs; performance.now() < until;) await fetcher.fetch();
  const begin = cpuMicrosOf(fetcher.pid);
  const timesMs: number[] = [];
  for (const until = performance.now() + measureMs; performance.now() < until;) timesMs.push(await fetcher.fetch());
  const spent = cpuMicrosOf(fetcher.pid) - begin;
  const totalMs = timesMs.reduce((sum, each) => sum + each, 0);
  timesMs.sort((one, other) => one - other);
  return {
    ratePerSecond: (timesMs.length / totalMs) * 1_000,
    p50Ms: timesMs[Math.floor(timesMs.length * 0.5)] ?? Number.NaN,
    p99Ms: timesMs[Math.floor(timesMs.length * 0.99)] ?? Number.NaN,
    serverMicrosPerRequest: spent / timesMs.length,
  };
}
