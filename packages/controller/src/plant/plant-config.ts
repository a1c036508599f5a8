import type { BatteryConfig } from './battery.ts';
import type { EvConfig } from './ev-sessions.ts';
import type { GensetConfig } from './genset.ts';
import type { HeatPumpConfig } from './heat-pump.ts';
import type { LoadConfig } from './load.ts';
import type { SolarConfig } from './solar.ts';
import type { WindConfig } from './wind.ts';

/** One simulated site, as JSON. What it leaves out, the site does not have. */
export interface PlantConfig {
  name: string;
  timeZone: string;
  latitude: number;
  longitude: number;
  seed: number;
  /** Sites on one grid share it, and with it their frequency; default: the site's own seed. */
  frequencySeed?: number;
  /** What the connection point is rated for. It is the balance of everything else and limits nothing by itself. */
  grid: { importKw: number; exportKw: number };
  battery?: BatteryConfig;
  solar?: SolarConfig;
  wind?: WindConfig;
  load?: LoadConfig;
  ev?: EvConfig;
  heatPump?: HeatPumpConfig;
  genset?: GensetConfig;
}
