import type { Rating } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { activatedKw, addActivations } from './activation-at.ts';
import { addIssue, addOutsideRating } from './add-issue.ts';
import { clamp } from './clamp.ts';
import { type GridLimits, gridLimits } from './grid-limits.ts';
import { reserveAt } from './reserve-at.ts';
import { boundOrNull, type Issue, type Situation, type Step } from './segment.ts';

/** The effective plan of the connection point at one instant. */
export function gridAt(values: Values, rating: Rating): Situation {
  const limits = gridLimits(values, rating);
  const setpoint = values['grid/activePowerkW'];
  const base = setpoint === undefined ? undefined : clamp(setpoint, limits.lo, limits.hi);
  const reserveImport = reserveAt(values, 'Import');
  const reserveExport = reserveAt(values, 'Export');
  const because: Step[] = [];
  const issues: Issue[] = [];
  addSettingIssues(issues, values, rating, base);
  addHeadroomIssues(issues, { limits, base, reserveImport, reserveExport });
  // The setpoint is cut to the limits first, so that an activation away from a limit is not swallowed.
  if (setpoint !== undefined) because.push({ source: 'grid/activePowerkW', delta: setpoint, after: setpoint });
  if (base !== setpoint) because.push(limitStep(setpoint ?? 0, limits));
  const addedKw = addActivations({ because, issues }, values, base ?? 0);
  if (base !== undefined) addLimits(because, base + addedKw, limits);
  return {
    target: base === undefined ? null : clamp(base + addedKw, limits.lo, limits.hi),
    offset: base === undefined ? addedKw : null,
    lo: boundOrNull(limits.lo),
    hi: boundOrNull(limits.hi),
    reserveImport,
    reserveExport,
    because,
    issues,
  };
}

/** The target alone, as `gridAt` has it. */
export function gridTargetAt(values: Values, rating: Rating): number | null {
  const setpoint = values['grid/activePowerkW'];
  if (setpoint === undefined) return null;
  const { lo, hi } = gridLimits(values, rating);
  const base = clamp(setpoint, lo, hi);
  return clamp(base + activatedKw(values), lo, hi);
}

function addLimits(because: Step[], askedKw: number, limits: GridLimits): void {
  if (clamp(askedKw, limits.lo, limits.hi) === askedKw) addLimitsKept(because, limits);
  else because.push(limitStep(askedKw, limits));
}

function limitStep(power: number, { lo, hi, loSource, hiSource }: GridLimits): Step {
  return power > hi
    ? { source: hiSource, delta: hi - power, after: hi }
    : { source: loSource, delta: lo - power, after: lo };
}

// A limit that is set is mentioned even where it takes nothing away, but not twice in a row.
function addLimitsKept(because: Step[], { loSource, hiSource }: GridLimits): void {
  const last = because.at(-1);
  const after = last?.after ?? 0;
  if (hiSource !== 'rating' && hiSource !== last?.source) because.push({ source: hiSource, delta: 0, after });
  if (loSource !== 'rating' && loSource !== last?.source) because.push({ source: loSource, delta: 0, after });
}

function addSettingIssues(issues: Issue[], values: Values, rating: Rating, base: number | undefined): void {
  const upper = values['grid/upperLimitkW'] ?? Number.POSITIVE_INFINITY;
  const lower = values['grid/lowerLimitkW'] ?? Number.NEGATIVE_INFINITY;
  addIssue(issues, 'limits_crossed', lower - upper);
  const setpoint = values['grid/activePowerkW'];
  if (setpoint === undefined || base === undefined) return;
  addOutsideRating(issues, setpoint, rating);
  addIssue(issues, 'setpoint_clamped', Math.abs(setpoint - base));
}

interface Room {
  readonly limits: GridLimits;
  readonly base: number | undefined;
  readonly reserveImport: number;
  readonly reserveExport: number;
}

function addHeadroomIssues(issues: Issue[], { limits: { lo, hi }, base, reserveImport, reserveExport }: Room): void {
  if (base === undefined) return addIssue(issues, 'headroom', reserveImport + reserveExport - (hi - lo));
  addIssue(issues, 'headroom_import', base + reserveImport - hi);
  addIssue(issues, 'headroom_export', lo - (base - reserveExport));
}
