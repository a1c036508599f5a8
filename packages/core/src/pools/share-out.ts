import { firstIndex } from '../time/first-index.ts';
import { roundToSum } from './round-to-sum.ts';

/** One of those who share an amount: its weight, and the most that it can take. Both in whole watts. */
export interface Sharer {
  readonly weight: number;
  readonly most: number;
}

/**
 * Shares whole watts out in proportion to the weights, nobody more than its most; what one cannot take goes to the others.
 * The sum is exact: the amount, or all that everybody can take.
 */
export function shareOut(watts: number, sharers: readonly Sharer[]): number[] {
  const most = sharers.map((sharer) => sharer.most);
  if (watts >= most.reduce((sum, value) => sum + value, 0)) return most;
  const fullest = fullestShare(watts, sharers);
  let left = watts;
  let weights = 0;
  for (const sharer of sharers) {
    if (fullAt(sharer) < fullest) left -= sharer.most;
    else weights += sharer.weight;
  }
  const exact = sharers.map((sharer) =>
    fullAt(sharer) < fullest ? sharer.most : Math.min(sharer.most, (left * sharer.weight) / weights),
  );
  return roundToSum(watts, exact, most);
}

/** The amount for each unit of weight at which the first is full that the amount does not fill. */
function fullestShare(watts: number, sharers: readonly Sharer[]): number {
  const full = new Float64Array(sharers.length);
  for (const [index, sharer] of sharers.entries()) full[index] = fullAt(sharer);
  full.sort();
  const first = firstIndex(full, (share) => {
    let taken = 0;
    for (const { weight, most } of sharers) taken += Math.min(most, share * weight);
    return taken >= watts;
  });
  return full[first] ?? Number.POSITIVE_INFINITY;
}

function fullAt({ weight, most }: Sharer): number {
  return most === 0 ? 0 : most / weight;
}
