import { columnOf, sumOf } from './column-of.ts';
import { leastEnough } from './least-enough.ts';
import { roundToSum } from './round-to-sum.ts';

/** Storages that take part, in columns. */
export interface Vessels {
  /** How full each is, counted from the side that fills, from 0 to 1. Energy that is taken out counts from the other: 1 is empty. */
  readonly levels: Float64Array;
  /** How much each holds, in Wh. */
  readonly capacities: Float64Array;
  /** The most that each can take, in whole watts. */
  readonly mosts: Float64Array;
}

/**
 * Shares whole watts out so that the levels meet after some hours: those furthest behind take most, nobody more than its most.
 * The sum is exact: the amount, or all that everybody can take.
 */
export function levelOut(watts: number, { levels, capacities, mosts }: Vessels, hours: number): Float64Array {
  if (watts >= sumOf(mosts)) return mosts;
  const sloping = { levels, mosts, slopes: columnOf(capacities, (capacity) => capacity / hours) };
  const target = targetLevel(watts, sloping);
  return roundToSum(
    watts,
    columnOf(levels, (_, index) => wattsTo(target, sloping, index)),
    mosts,
  );
}

interface Sloping extends Omit<Vessels, 'capacities'> {
  /** By how many watts each takes more for a level that is higher by all that it holds. */
  readonly slopes: Float64Array;
}

function wattsTo(target: number, { levels, slopes, mosts }: Sloping, index: number): number {
  return Math.min(mosts[index] ?? 0, Math.max(0, (target - (levels[index] ?? 0)) * (slopes[index] ?? 0)));
}

/** The level at which all together take the amount. Between two levels at which somebody begins or is full, they take evenly. */
function targetLevel(watts: number, vessels: Sloping): number {
  const takenAt = (level: number) => takenTogether(level, vessels);
  const { below, least } = leastEnough(kinksOf(vessels), (level) => takenAt(level) >= watts);
  const [takenBelow, taken] = [takenAt(below), takenAt(least)];
  return taken > takenBelow ? below + ((least - below) * (watts - takenBelow)) / (taken - takenBelow) : least;
}

function takenTogether(level: number, { levels, slopes, mosts }: Sloping): number {
  let taken = 0;
  for (let index = 0; index < levels.length; index += 1) {
    const wanted = (level - (levels[index] ?? 0)) * (slopes[index] ?? 0);
    if (wanted > 0) taken += Math.min(wanted, mosts[index] ?? 0);
  }
  return taken;
}

/** The levels at which somebody begins or is full. */
function kinksOf({ levels, slopes, mosts }: Sloping): Float64Array {
  const kinks = new Float64Array(levels.length * 2);
  for (let index = 0; index < levels.length; index += 1) {
    const level = levels[index] ?? 0;
    kinks[index * 2] = level;
    kinks[index * 2 + 1] = level + (mosts[index] ?? 0) / (slopes[index] ?? 1);
  }
  return kinks;
}
