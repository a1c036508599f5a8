import type { Asset } from '@setpoint/contract';
import { clamp } from '../driver/clamp.ts';
import { type PlantTarget } from '../driver/driver.ts';
import type { PowerRange } from './own-power-kw.ts';
import type { SiteState } from './site-state.ts';

export interface Wanted {
  /** The power to keep at the connection point. */
  readonly gridKw: number;
  /** The share of the storage, if a generator can give the rest. */
  readonly preferredKw: number | undefined;
  readonly storage: PowerRange;
  /** Generation is curtailed to keep the connection point from falling below this. */
  readonly leastGridKw: number;
  /** Consumption is shed to keep the connection point from rising above this. */
  readonly mostGridKw: number;
  /** The most that solar may give; infinite if nothing limits it. */
  readonly solarMaxKw: number;
}

/**
 * Shares out what the connection point needs: the storage first, then the generator;
 * less sun and wind when that is too little import, less charging, heat and load when it is too much.
 */
export function dispatchPower(site: SiteState, wanted: Wanted): PlantTarget {
  const { storage } = wanted;
  const supplyKw = site.consumptionKw - site.generationKw - wanted.gridKw;
  const isThere = site.assets.bess !== null;
  return {
    bessKw: isThere ? clamp(measurable(supplyKw - site.powers.genset), storage.lowKw, storage.highKw) : null,
    gensetKw: gensetKw(site, wanted, supplyKw),
    ...generationCaps(site, wanted),
    ...consumptionCaps(site, wanted),
  };
}

function gensetKw(
  { assets: { genset } }: SiteState,
  { storage, preferredKw }: Wanted,
  supplyKw: number,
): number | null {
  if (genset === null) return null;
  const fromStorageKw = clamp(preferredKw ?? supplyKw, storage.lowKw, storage.highKw);
  const neededKw = Math.min(supplyKw - fromStorageKw, genset.ratedPowerUpperLimitkW);
  return neededKw > LEAST_KW ? neededKw : null;
}

// Less than any meter can show is rounding.
const LEAST_KW = 0.001;

// Adding and subtracting the other devices leaves rounding errors: 200 kW must stay 200 kW.
function measurable(powerKw: number): number {
  return Math.round(powerKw * 1e6) / 1e6;
}

// Calculated from the consumption alone, so that a cap does not undo itself.
function generationCaps({ assets, powers, consumptionKw }: SiteState, { storage, leastGridKw, solarMaxKw }: Wanted) {
  const mostKw = Math.max(0, consumptionKw - powers.genset - storage.lowKw - leastGridKw);
  return {
    solarMaxKw: capOf(assets.solar, Math.min(solarMaxKw, Math.max(0, mostKw - powers.wind))),
    windMaxKw: capOf(assets.wind, mostKw),
  };
}

function consumptionCaps({ assets, powers, consumptionKw, generationKw }: SiteState, { storage, mostGridKw }: Wanted) {
  const { load, heatpump, ev } = powers;
  const unmeteredKw = consumptionKw - load - heatpump - ev;
  const generatorKw = assets.genset?.ratedPowerUpperLimitkW ?? 0;
  const mostKw = mostGridKw + generationKw + storage.highKw + generatorKw - unmeteredKw;
  return {
    loadMaxKw: capOf(assets.load, Math.max(0, mostKw)),
    heatpumpMaxKw: capOf(assets.heatpump, Math.max(0, mostKw - load)),
    evMaxKw: capOf(assets.ev, Math.max(0, mostKw - load - heatpump)),
  };
}

type Group = SiteState['assets'][Exclude<Asset, 'bess'>];

function capOf(group: Group, capKw: number): number | null {
  return group === null || capKw >= group.ratedPowerUpperLimitkW ? null : capKw;
}
