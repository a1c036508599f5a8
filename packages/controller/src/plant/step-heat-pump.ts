import { capped, clamp } from '../driver/clamp.ts';

export interface HeatPumpConfig {
  /** Electric. */
  ratedKw: number;
  /** The least the compressors take while they run, as a share of the rating. */
  minShare: number;
  /** The heating starts below the one and stops above the other. */
  lowC: number;
  highC: number;
  /** Heat the building takes in per degree, and loses per degree to the outside. */
  storesKwhPerK: number;
  losesKwPerK: number;
  initialIndoorC: number;
}

export interface HeatPumpState {
  config: HeatPumpConfig;
  indoorC: number;
  isRunning: boolean;
  powerKw: number;
}

export function newHeatPump(config: HeatPumpConfig): HeatPumpState {
  return { config, indoorC: config.initialIndoorC, isRunning: false, powerKw: 0 };
}

export function stepHeatPump(
  state: HeatPumpState,
  weather: { outdoorC: number; capKw: number | null },
  dtS: number,
): HeatPumpState {
  const { config, indoorC } = state;
  const isRunning = state.isRunning ? indoorC < config.highC : indoorC <= config.lowC;
  const share = clamp((config.highC - indoorC) / (config.highC - config.lowC), config.minShare, 1);
  const powerKw = isRunning ? capped(config.ratedKw * share, weather.capKw) : 0;
  const heatKw = powerKw * heatPerPower(weather.outdoorC) - config.losesKwPerK * (indoorC - weather.outdoorC);
  return { config, isRunning, powerKw, indoorC: indoorC + ((heatKw / config.storesKwhPerK) * dtS) / 3600 };
}

/** The coefficient of performance of an air-source unit: 3.4 at 7 °C outside. */
function heatPerPower(outdoorC: number): number {
  return clamp(3.4 + 0.07 * (outdoorC - 7), 1.6, 5);
}
