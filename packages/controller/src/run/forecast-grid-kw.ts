import type { PlantConfig } from '../plant/plant-config.ts';
import { createPlant } from '../plant/plant.ts';

export interface ForecastWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

const SAMPLE_MS = 60_000;

// What a battery loses while it makes up for the difference of each minute, as a share of its power.
const LOSSES = 0.006;

/**
 * What a simulated site will draw from the grid without its battery, and to make up for the losses of that: the mean of
 * each step, in kW. With the battery it can keep this.
 */
export function forecastGridKw(config: PlantConfig, { fromMs, toMs, stepMs }: ForecastWindow): number[] {
  const { battery, ...others } = config;
  const lossesKw = LOSSES * (battery?.maxChargeKw ?? 0);
  const plant = createPlant(others, fromMs);
  const samples = stepMs / SAMPLE_MS;
  return Array.from({ length: Math.round((toMs - fromMs) / stepMs) }, () => {
    let sumKw = 0;
    for (let sample = 0; sample < samples; sample += 1) {
      plant.step(SAMPLE_MS);
      sumKw += plant.flows().grid;
    }
    return sumKw / samples + lossesKw;
  });
}
