import { addActivations } from './activation-at.ts';
import { clamp, excessOf } from './clamp.ts';
import type { Rating } from '../devices/rating.ts';
import { boundOrNull, type Issue, type IssueCode, type Situation, type Step } from './segment.ts';
import type { Values } from '../time/values-at.ts';

// Written out: a name that is put together costs more than all else that is done with it.
/** What is held ready in each direction, by service. */
export const RESERVES = {
  Import: { fcr: 'grid/fcrImportkW', afrr: 'grid/afrrImportBookingkW', mfrr: 'grid/mfrrImportBookingkW' },
  Export: { fcr: 'grid/fcrExportkW', afrr: 'grid/afrrExportBookingkW', mfrr: 'grid/mfrrExportBookingkW' },
} as const;

/** What the connection point may do: the limits within the ratings, and which of the two binds. */
export interface GridLimits {
  readonly lo: number;
  readonly hi: number;
  readonly loSource: Step['source'];
  readonly hiSource: Step['source'];
}

export function gridLimits(values: Values, rating: Rating): GridLimits {
  const upper = values['grid/upperLimitkW'];
  const lower = values['grid/lowerLimitkW'];
  const hi = clamp(upper ?? rating.upper, rating.lower, rating.upper);
  return {
    hi,
    // Where limits cross, the upper one wins.
    lo: Math.min(hi, clamp(lower ?? rating.lower, rating.lower, rating.upper)),
    hiSource: upper !== undefined && upper <= rating.upper ? 'grid/upperLimitkW' : 'rating',
    loSource: lower !== undefined && lower >= rating.lower ? 'grid/lowerLimitkW' : 'rating',
  };
}

/** The effective plan of the connection point at one instant. */
export function gridAt(values: Values, rating: Rating): Situation {
  const limits = gridLimits(values, rating);
  const setpoint = values['grid/activePowerkW'];
  const base = setpoint === undefined ? undefined : clamp(setpoint, limits.lo, limits.hi);
  const reserveImport = reserveAt(values, 'Import');
  const reserveExport = reserveAt(values, 'Export');
  const because: Step[] = [];
  const issues: Issue[] = [];
  addSettingIssues(issues, { values, rating, base });
  addHeadroomIssues(issues, { limits, base, reserveImport, reserveExport });
  // The setpoint is held to the limits first, so that an activation away from a limit is not swallowed.
  if (setpoint !== undefined) because.push({ source: 'grid/activePowerkW', delta: setpoint, after: setpoint });
  if (base !== setpoint) because.push(limitStep(setpoint ?? 0, limits));
  const activatedKw = addActivations({ because, issues }, values, base ?? 0);
  if (base !== undefined) addLimits(because, base + activatedKw, limits);
  return {
    target: base === undefined ? null : clamp(base + activatedKw, limits.lo, limits.hi),
    offset: base === undefined ? activatedKw : null,
    lo: boundOrNull(limits.lo),
    hi: boundOrNull(limits.hi),
    reserveImport,
    reserveExport,
    because,
    issues,
  };
}

export function reserveAt(values: Values, side: 'Import' | 'Export'): number {
  const { afrr, mfrr, fcr } = RESERVES[side];
  return (values[afrr] ?? 0) + (values[mfrr] ?? 0) + (values[fcr] ?? 0);
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

// A limit that was set is told of even where it takes nothing away, but not twice in a row.
function addLimitsKept(because: Step[], { loSource, hiSource }: GridLimits): void {
  const last = because.at(-1);
  const after = last?.after ?? 0;
  if (hiSource !== 'rating' && hiSource !== last?.source) because.push({ source: hiSource, delta: 0, after });
  if (loSource !== 'rating' && loSource !== last?.source) because.push({ source: loSource, delta: 0, after });
}

interface Setting {
  readonly values: Values;
  readonly rating: Rating;
  readonly base: number | undefined;
}

function addSettingIssues(issues: Issue[], { values, rating, base }: Setting): void {
  const upper = values['grid/upperLimitkW'] ?? Number.POSITIVE_INFINITY;
  const lower = values['grid/lowerLimitkW'] ?? Number.NEGATIVE_INFINITY;
  addIssue(issues, 'limits_crossed', lower - upper);
  const setpoint = values['grid/activePowerkW'];
  if (setpoint === undefined || base === undefined) return;
  addOutsideRating(issues, setpoint, rating);
  addIssue(issues, 'setpoint_clamped', Math.abs(setpoint - base));
}

export function addOutsideRating(issues: Issue[], setpoint: number, { lower, upper }: Rating): void {
  addIssue(issues, 'setpoint_outside_rating', Math.max(setpoint - upper, lower - setpoint));
}

export function addIssue(issues: Issue[], code: IssueCode, difference: number): void {
  const amount = excessOf(difference);
  if (amount > 0) issues.push({ code, amount });
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
