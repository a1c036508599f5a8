import { firstIndex } from '../time/first-index.ts';
import { roundToSum } from './round-to-sum.ts';

/** A storage that takes part: how full it is counted from the side that fills, how much it holds, and the most it can take. */
export interface Vessel {
  /** From 0 to 1. Energy that is taken out counts from the other side: 1 is empty. */
  readonly level: number;
  readonly capacityWh: number;
  /** In whole watts. */
  readonly most: number;
}

/**
 * Shares whole watts out so that the levels meet after some hours: those furthest behind take most, nobody more than its most.
 * The sum is exact: the amount, or all that everybody can take.
 */
export function levelOut(watts: number, vessels: readonly Vessel[], hours: number): number[] {
  const most = vessels.map((vessel) => vessel.most);
  if (watts >= most.reduce((sum, value) => sum + value, 0)) return most;
  const target = targetLevel(watts, vessels, hours);
  const exact = vessels.map((vessel) => wattsTo(target, vessel, hours));
  return roundToSum(watts, exact, most);
}

function wattsTo(target: number, { level, capacityWh, most }: Vessel, hours: number): number {
  return Math.min(most, Math.max(0, ((target - level) * capacityWh) / hours));
}

// Each halves what has to be sorted.
const HALVINGS = 14;

/** The level at which all together take the amount. Between two levels at which somebody begins or is full, they take evenly. */
function targetLevel(watts: number, vessels: readonly Vessel[], hours: number): number {
  const kinks = kinksOf(vessels, hours);
  const takenAt = createTaking(vessels, hours);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const kink of kinks) {
    if (kink < low) low = kink;
    if (kink > high) high = kink;
  }
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (takenAt(middle) < watts) low = middle;
    else high = middle;
  }
  const near = Float64Array.of(low, ...kinks.filter((kink) => kink > low && kink < high), high).sort();
  const enough = firstIndex(near, (level) => takenAt(level) >= watts);
  const [from, to] = [near[enough - 1] ?? low, near[enough] ?? high];
  const [takenFrom, takenTo] = [takenAt(from), takenAt(to)];
  return takenTo > takenFrom ? from + ((to - from) * (watts - takenFrom)) / (takenTo - takenFrom) : to;
}

/** What all take together at a level; asked for often, so that the figures stand in columns. */
function createTaking(vessels: readonly Vessel[], hours: number): (level: number) => number {
  const levels = Float64Array.from(vessels, ({ level }) => level);
  const slopes = Float64Array.from(vessels, ({ capacityWh }) => capacityWh / hours);
  const mosts = Float64Array.from(vessels, ({ most }) => most);
  return (level) => {
    let taken = 0;
    for (let index = 0; index < levels.length; index += 1) {
      const wanted = (level - (levels[index] ?? 0)) * (slopes[index] ?? 0);
      if (wanted > 0) taken += Math.min(wanted, mosts[index] ?? 0);
    }
    return taken;
  };
}

/** The levels at which somebody begins or is full. */
function kinksOf(vessels: readonly Vessel[], hours: number): Float64Array {
  const kinks = new Float64Array(vessels.length * 2);
  for (const [index, { level, capacityWh, most }] of vessels.entries()) {
    kinks[index * 2] = level;
    kinks[index * 2 + 1] = level + (most * hours) / capacityWh;
  }
  return kinks;
}
