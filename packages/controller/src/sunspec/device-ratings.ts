import type { Capacity } from './read-capacity.ts';
import { isMetered, type SunspecDeviceConfig } from './sunspec-site-config.ts';

export interface Ratings {
  lowerKw: number;
  upperKw: number;
}

/** What the device can do: the narrowest of its ratings, its settings and the configuration. */
export function deviceRatings(config: SunspecDeviceConfig, capacity: Capacity): Ratings {
  // A meter states no ratings.
  if (isMetered(config.kind)) return { lowerKw: config.lowerKw ?? 0, upperKw: config.upperKw ?? 0 };
  const { WMaxRtg, WMax, WDisChaRteMaxRtg, WDisChaRteMax, WChaRteMaxRtg, WChaRteMax } = capacity;
  const generating = config.kind === 'bess' ? [WMaxRtg, WMax, WDisChaRteMaxRtg, WDisChaRteMax] : [WMaxRtg, WMax];
  const charging = config.kind === 'bess' ? [WChaRteMaxRtg, WChaRteMax] : [0];
  const upperKw = leastKw(generating, config.upperKw);
  const lowerKw = leastKw(charging, config.lowerKw === undefined ? undefined : -config.lowerKw);
  if (upperKw === undefined) throw new Error(`${config.uid} reports no rating for generation: set upperKw.`);
  if (lowerKw === undefined) throw new Error(`${config.uid} reports no rating for charging: set lowerKw.`);
  return { lowerKw: 0 - lowerKw, upperKw };
}

/** A limit in percent is one of this power. */
export function percentBaseKw({ WMax, WMaxRtg }: Capacity): number | undefined {
  return leastKw([WMax ?? WMaxRtg], undefined);
}

function leastKw(watts: readonly (number | undefined)[], configuredKw: number | undefined): number | undefined {
  const known = [...watts.map((power) => (power === undefined ? undefined : power / 1000)), configuredKw];
  const least = Math.min(...known.filter((power) => power !== undefined));
  return Number.isFinite(least) ? least : undefined;
}
