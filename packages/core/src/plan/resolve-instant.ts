import type { Ratings } from '../devices/rating.ts';
import { type Commands, type Values, valuesAt } from '../time/values-at.ts';
import { activationAt } from './activation-at.ts';
import { bessAt } from './bess-at.ts';
import { clamp } from './clamp.ts';
import { gridAt } from './grid-at.ts';
import { gridLimits } from './grid-limits.ts';
import type { BessSituation, Situation } from './segment.ts';
import { solarAt } from './solar-at.ts';

/** The plan of one instant. */
export interface PlanAt {
  readonly grid: Situation;
  readonly bess: BessSituation;
  readonly solar: Situation;
}

export function planAt(commands: Commands, ratings: Ratings, atMs: number): PlanAt {
  return situationsAt(valuesAt(commands, atMs), ratings);
}

function situationsAt(values: Values, ratings: Ratings): PlanAt {
  return {
    grid: gridAt(values, ratings.grid),
    bess: bessAt(values, ratings.bess),
    solar: solarAt(values, ratings.solar),
  };
}

export interface InstantInput {
  readonly commands: Commands;
  readonly ratings: Ratings;
  readonly atMs: number;
  /** How far the grid's frequency is from 50 Hz. */
  readonly deviationMhz: number;
  /** What the connection point would do if nothing were set. */
  readonly baselineKw: number;
}

export interface Resolved extends PlanAt {
  /** What the connection point is to do. */
  readonly gridKw: number;
  /** What the storage is to do; null where it serves the connection point or follows the site's own mode. */
  readonly bessKw: number | null;
  /** The part of both that responds to the frequency. */
  readonly fcrKw: number;
}

/** What a site is to do at one instant, given its baseline and the frequency of the grid. */
export function resolveInstant({ commands, ratings, atMs, deviationMhz, baselineKw }: InstantInput): Resolved {
  const values = valuesAt(commands, atMs);
  const plan = situationsAt(values, ratings);
  const { lo, hi } = gridLimits(values, ratings.grid);
  const gridSetpoint = values['grid/activePowerkW'];
  const bessSetpoint = values['bess/activePowerkW'];
  const base = gridSetpoint === undefined ? baselineKw : clamp(gridSetpoint, lo, hi);
  const importKw = values['grid/fcrImportkW'] ?? 0;
  const exportKw = values['grid/fcrExportkW'] ?? 0;
  const fcrKw = fcrResponse(deviationMhz, { importKw, exportKw });
  const askedKw = activationAt(values).totalKw + fcrKw;
  const followsSetpoint = gridSetpoint === undefined && bessSetpoint !== undefined;
  const bessKw = followsSetpoint ? clamp(bessSetpoint - askedKw, ratings.bess.lower, ratings.bess.upper) : null;
  return { ...plan, gridKw: clamp(base + askedKw, lo, hi), bessKw, fcrKw };
}

const DEADBAND_MHZ = 10;
const FULL_MHZ = 200;

/** kW of import that the grid's frequency calls for, in mHz above 50 Hz: full at 200, none up to 10. */
export function fcrResponse(deviationMhz: number, booked: { importKw: number; exportKw: number }): number {
  const size = Math.abs(deviationMhz);
  if (size <= DEADBAND_MHZ) return 0;
  const share = Math.min(1, size / FULL_MHZ);
  return deviationMhz > 0 ? booked.importKw * share : 0 - booked.exportKw * share;
}
