import { capped } from '../driver/clamp.ts';
import { clearSkyKwPerM2, type Place } from './clear-sky-kw-per-m2.ts';

export interface SolarConfig {
  /** The nameplate power of the modules. */
  peakKw: number;
  /** The power of the inverters: the most that solar can give. */
  ratedKw: number;
  tiltDeg: number;
}

/** The share of the nameplate power under 1 kW/m², after losses to cables, heat and dirt. */
const performance = 0.88;

export function solarPowerKw(
  config: SolarConfig,
  sky: { atMs: number; place: Place; transmittance: number },
  capKw: number | null,
): number {
  const sunKw = config.peakKw * performance * sky.transmittance * clearSkyKwPerM2(sky.atMs, sky.place, config.tiltDeg);
  return capped(Math.min(config.ratedKw, sunKw), capKw);
}
