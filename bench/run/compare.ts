import type { LoadResult } from '../load/load-plan.ts';

export type Measures = Pick<LoadResult, 'ratePerSecond' | 'p50Ms' | 'p99Ms' | 'serverMicrosPerRequest'>;

export interface Comparison {
  ours: Measures;
  reference: Measures;
  /** The ratio of the rates, as the median over the rounds' pairs. */
  ratio: number;
  /** How many requests ours answers for the CPU time of one of the reference's. */
  cpuRatio: number;
}

export type Round = () => Promise<Measures>;

/** Measures the reference and ours in turn, so that what else the machine does falls on both. A first round only warms up. */
export async function compare(contenders: { ours: Round; reference: Round }, rounds: number): Promise<Comparison> {
  const ours: Measures[] = [];
  const reference: Measures[] = [];
  const ratios: number[] = [];
  const cpuRatios: number[] = [];
  await contenders.reference();
  await contenders.ours();
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await contenders.reference();
    const own = await contenders.ours();
    reference.push(theirs);
    ours.push(own);
    ratios.push(own.ratePerSecond / theirs.ratePerSecond);
    cpuRatios.push(theirs.serverMicrosPerRequest / own.serverMicrosPerRequest);
  }
  return {
    ours: mediansOf(ours),
    reference: mediansOf(reference),
    ratio: medianOf(ratios),
    cpuRatio: medianOf(cpuRatios),
  };
}

export function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

function mediansOf(rounds: Measures[]): Measures {
  const median = (key: keyof Measures): number => medianOf(rounds.map((round) => round[key]));
  return {
    ratePerSecond: median('ratePerSecond'),
    p50Ms: median('p50Ms'),
    p99Ms: median('p99Ms'),
    serverMicrosPerRequest: median('serverMicrosPerRequest'),
  };
}
