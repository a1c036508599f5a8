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

/** The level at which all together take the amount. Between two levels at which somebody begins or is full, they take evenly. */
function targetLevel(watts: number, vessels: readonly Vessel[], hours: number): number {
  const kinks = new Float64Array(vessels.length * 2);
  for (const [index, { level, capacityWh, most }] of vessels.entries()) {
    kinks[index * 2] = level;
    kinks[index * 2 + 1] = level + (most * hours) / capacityWh;
  }
  kinks.sort();
  const takenAt = (level: number) => {
    let taken = 0;
    for (const vessel of vessels) taken += wattsTo(level, vessel, hours);
    return taken;
  };
  const enough = firstIndex(kinks, (level) => takenAt(level) >= watts);
  const [from, to] = [kinks[enough - 1] ?? 0, kinks[enough] ?? kinks.at(-1) ?? 0];
  const [takenFrom, takenTo] = [takenAt(from), takenAt(to)];
  return takenTo > takenFrom ? from + ((to - from) * (watts - takenFrom)) / (takenTo - takenFrom) : to;
}
