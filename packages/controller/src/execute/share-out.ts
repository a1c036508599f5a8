import type { Asset } from '@setpoint/contract';
import { type PlantTarget } from '../driver/driver.ts';
import { clamp } from '../driver/clamp.ts';
import type { PowerRange } from './own-power-kw.ts';
import type { SiteState } from './site-state.ts';

export interface Wanted {
  /** What to hold the connection point to. */
  readonly gridKw: number;
  /** What the storage should take of it where a generator can take the rest. */
  readonly preferredKw: number | undefined;
  readonly storage: PowerRange;
  /** Generation is curtailed to keep the connection point from falling below this. */
  readonly leastGridKw: number;
  /** Consumption is shed to keep the connection point from rising above this. */
  readonly mostGridKw: number;
  /** What of its rating solar may put out; infinite when it is free. */
  readonly solarMaxKw: number;
}

/**
 * Shares out what the connection point needs: the storage first, then the generator;
 * less sun and wind when that is too little import, less charging, heat and load when it is too much.
 */
export function shareOut(site: SiteState, wanted: Wanted): PlantTarget {
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

// Less than what any meter can tell is rounding.
const LEAST_KW = 0.001;

// Consumption and generation were added and are taken off again: 200 kW are 200 kW.
function measurable(powerKw: number): number {
  return Math.round(powerKw * 1e6) / 1e6;
}

// Reckoned from the consumption alone, so that a cap is not undone by what it did.
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
