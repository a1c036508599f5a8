import type { LoadPlan } from '../load/load-plan.ts';
import type { Comparison } from './compare.ts';
import type { RunningServer } from './start-server.ts';

/** The settings of one run of the benchmarks. */
export interface Run {
  rounds: number;
  warmUpMs: number;
  measureMs: number;
  /** Scratch space on the disk that is measured; gone afterwards. */
  directory: string;
  /** What lasts as long as the run. */
  lasting: AsyncDisposableStack;
  /** The `setpoint` of another version, for the bench that compares with one. */
  against: string | undefined;
}

export interface Bench {
  name: string;
  title: string;
  rows: (run: Run) => Row[];
}

export interface Row {
  name: string;
  title: string;
  needsStrace?: boolean;
  measure: () => Promise<Finding>;
}

export type Finding =
  | { kind: 'compared'; comparison: Comparison; atLeast: number; aim: number }
  | { kind: 'claimed'; claims: Claim[] };

interface Claim {
  what: string;
  measured: string;
  limit: string;
  holds: boolean;
}

/** The claim that a figure does not exceed a limit. */
export function limitedTo(
  what: string,
  { measured, atMost, unit }: { measured: number; atMost: number; unit: string },
): Claim {
  const holds = measured <= atMost;
  return { what, measured: `${measured.toFixed(1)} ${unit}`, limit: `≤ ${atMost} ${unit}`, holds };
}

export type Outcome = Finding | { kind: 'skipped'; why: string } | { kind: 'failed'; why: string };

/** A load on one server, or on several at once, for the time the run gives each measurement. */
export function planFor(
  run: Run,
  server: RunningServer | readonly RunningServer[],
  load: Pick<LoadPlan, 'method' | 'paths' | 'connections' | 'expectStatus'> & Partial<LoadPlan>,
): LoadPlan {
  return {
    servers: [server].flat().map(({ url, pid }) => ({ host: url.hostname, port: Number(url.port), pid })),
    warmUpMs: run.warmUpMs,
    measureMs: run.measureMs,
    headers: {},
    ...load,
  };
}
