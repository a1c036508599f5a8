import type { SolarConfig } from './solar-power-kw.ts';
import type { BatteryConfig } from './step-battery.ts';
import type { EvConfig } from './step-ev.ts';
import type { GensetConfig } from './step-genset.ts';
import type { HeatPumpConfig } from './step-heat-pump.ts';
import type { LoadConfig } from './step-load.ts';
import type { WindConfig } from './wind-power-kw.ts';

/** One simulated site, as JSON. A device that is left out does not exist on the site. */
export interface PlantConfig {
  name: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  seed: number;
  /** Sites with the same grid seed have the same frequency; the default is the site's own seed. */
  frequencySeed?: number;
  /** The rating of the connection point. Its power is the balance of all devices; the rating limits nothing. */
  grid: { importKw: number; exportKw: number };
  battery?: BatteryConfig;
  solar?: SolarConfig;
  wind?: WindConfig;
  load?: LoadConfig;
  ev?: EvConfig;
  heatPump?: HeatPumpConfig;
  genset?: GensetConfig;
}
