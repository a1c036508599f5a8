import { columnOf, sumOf } from './column-of.ts';
import { leastEnough } from './least-enough.ts';
import { roundToSum } from './round-to-sum.ts';

/** Those who share an amount, in columns: the weight of each, and the most that it can take. Both in whole watts. */
export interface Sharers {
  readonly weights: Float64Array;
  readonly mosts: Float64Array;
}

/**
 * Shares whole watts out in proportion to the weights, nobody more than its most; what one cannot take goes to the others.
 * The sum is exact: the amount, or all that everybody can take.
 */
export function shareOut(watts: number, { weights, mosts }: Sharers): Float64Array {
  if (watts >= sumOf(mosts)) return mosts;
  // The amount for each unit of weight at which each is full.
  const fulls = columnOf(mosts, (most, index) => (most === 0 ? 0 : most / (weights[index] ?? 0)));
  const fullest = leastEnough(fulls, (share) => takenAt(share, { weights, mosts }) >= watts).least;
  let left = watts;
  let shared = 0;
  for (let index = 0; index < fulls.length; index += 1) {
    if ((fulls[index] ?? 0) < fullest) left -= mosts[index] ?? 0;
    else shared += weights[index] ?? 0;
  }
  const exact = columnOf(mosts, (most, index) =>
    (fulls[index] ?? 0) < fullest ? most : Math.min(most, (left * (weights[index] ?? 0)) / shared),
  );
  return roundToSum(watts, exact, mosts);
}

function takenAt(share: number, { weights, mosts }: Sharers): number {
  let taken = 0;
  for (let index = 0; index < mosts.length; index += 1) {
    taken += Math.min(mosts[index] ?? 0, share * (weights[index] ?? 0));
  }
  return taken;
}
