import { capped } from '../driver/clamp.ts';

export interface WindConfig {
  ratedKw: number;
  /** At hub height. */
  meanSpeedMs: number;
}

const cutInMs = 3;
const ratedSpeedMs = 12;
const cutOutMs = 25;

export function windPowerKw(config: WindConfig, windFactor: number, capKw: number | null): number {
  const speedMs = Math.max(0, config.meanSpeedMs * windFactor);
  return capped(config.ratedKw * shareOfRating(speedMs), capKw);
}

function shareOfRating(speedMs: number): number {
  if (speedMs < cutInMs || speedMs >= cutOutMs) return 0;
  if (speedMs >= ratedSpeedMs) return 1;
  return (speedMs ** 3 - cutInMs ** 3) / (ratedSpeedMs ** 3 - cutInMs ** 3);
}
