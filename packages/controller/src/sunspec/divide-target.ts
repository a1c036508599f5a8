import type { Ratings } from './device-ratings.ts';

/**
 * What each device of a kind takes of the kind's target, in proportion to its rating. The share of one that cannot be
 * reached goes to no other: until its timer runs out, it may still follow its last order.
 */
export function divideTarget(targetKw: number, ratings: readonly Ratings[]): number[] {
  const room = ratings.map(({ lowerKw, upperKw }) => (targetKw < 0 ? lowerKw : upperKw));
  const total = room.reduce((sum, kw) => sum + kw, 0);
  const part = total === 0 ? 0 : Math.min(1, Math.max(0, targetKw / total));
  return room.map((kw) => kw * part);
}
