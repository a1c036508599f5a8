import type { BatteryConfig } from './step-battery.ts';
import type { EvConfig } from './step-ev.ts';
import type { GensetConfig } from './step-genset.ts';
import type { HeatPumpConfig } from './step-heat-pump.ts';
import type { LoadConfig } from './step-load.ts';
import type { SolarConfig } from './solar-power-kw.ts';
import type { WindConfig } from './wind-power-kw.ts';

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
