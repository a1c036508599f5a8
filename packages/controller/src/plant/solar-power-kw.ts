import { capped } from '../driver/clamp.ts';
import { clearSkyKwPerM2 } from './clear-sky-kw-per-m2.ts';
import type { Place } from './clear-sky-kw-per-m2.ts';

export interface SolarConfig {
  /** The power of the modules. */
  peakKw: number;
  /** The power of the inverters: what the site can ever feed in. */
  ratedKw: number;
  tiltDeg: number;
}

/** Cables, heat and dirt: what modules bring of their nameplate under one kW/m². */
const performance = 0.88;

export function solarPowerKw(
  config: SolarConfig,
  sky: { atMs: number; place: Place; transmittance: number },
  capKw: number | null,
): number {
  const sunKw = config.peakKw * performance * sky.transmittance * clearSkyKwPerM2(sky.atMs, sky.place, config.tiltDeg);
  return capped(Math.min(config.ratedKw, sunKw), capKw);
}
