import type { PlantTarget } from '../driver/driver.ts';
import type { SiteState } from './site-state.ts';

/** What a site would generate and consume if an activation did not hold it back. */
export interface FreePower {
  readonly generationKw: number;
  readonly consumptionKw: number;
}

/**
 * While an activation caps something, the last power without a cap counts: a baseline that fell with every cap
 * would ask for the next cap.
 */
export function followFreePower(
  { generationKw, consumptionKw }: SiteState,
  target: PlantTarget,
  free: FreePower,
): FreePower {
  const isCurtailed = target.solarMaxKw !== null || target.windMaxKw !== null;
  const isShed = target.loadMaxKw !== null || target.evMaxKw !== null || target.heatpumpMaxKw !== null;
  return {
    generationKw: isCurtailed ? Math.max(generationKw, free.generationKw) : generationKw,
    consumptionKw: isShed ? Math.max(consumptionKw, free.consumptionKw) : consumptionKw,
  };
}
