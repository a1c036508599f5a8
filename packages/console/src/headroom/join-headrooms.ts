import type { FleetHeadroom, HeadroomSum, HeadroomSums } from '@setpoint/contract';
import { KINDS } from './kinds.ts';

/** The headroom of more sites than one call takes, from the answers about its parts. */
export function joinHeadrooms(parts: readonly FleetHeadroom[]): FleetHeadroom {
  return {
    sites: parts.flatMap(({ sites }) => sites),
    sum: parts.map(({ sum }) => sum).reduce((all, part) => all.map((interval, index) => added(interval, part[index]))),
  };
}

/** The headroom of the same sites over periods that follow each other. */
export function followHeadrooms(periods: readonly FleetHeadroom[]): FleetHeadroom {
  return periods.reduce((all, next) => ({
    sites: all.sites.map((site, index) => ({
      ...site,
      intervals: [...site.intervals, ...(next.sites[index]?.intervals ?? [])],
    })),
    sum: [...all.sum, ...next.sum],
  }));
}

function added(one: HeadroomSums, other: HeadroomSums | undefined): HeadroomSums {
  if (other === undefined) return one;
  const sums = KINDS.map(({ id }) => [id, addedSum(one[id], other[id])] as const);
  return { ...one, ...Object.fromEntries(sums) };
}

const WATTS_PER_KW = 1_000;

// Each is whole watts, and so is what they add up to.
function addedSum(one: HeadroomSum, other: HeadroomSum): HeadroomSum {
  const watts = Math.round(one.kW * WATTS_PER_KW) + Math.round(other.kW * WATTS_PER_KW);
  return {
    kW: watts / WATTS_PER_KW,
    sites: one.sites + other.sites,
    unbounded: one.unbounded + other.unbounded,
  };
}
