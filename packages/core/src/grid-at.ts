import { type ActivationAt, activationAt } from './activation-at.ts';
import { clamp, excessOf } from './clamp.ts';
import type { Rating } from './rating.ts';
import { boundOrNull, type Issue, type IssueCode, type Situation, type Step } from './segment.ts';
import type { Values } from './values-at.ts';

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
  const activation = activationAt(values);
  const setpoint = values['grid/activePowerkW'];
  const base = setpoint === undefined ? undefined : clamp(setpoint, limits.lo, limits.hi);
  const reserveImport = reserveAt(values, 'Import');
  const reserveExport = reserveAt(values, 'Export');
  const room = { limits, base, reserveImport, reserveExport };
  return {
    target: base === undefined ? null : clamp(base + activation.totalKw, limits.lo, limits.hi),
    offset: base === undefined ? activation.totalKw : null,
    lo: boundOrNull(limits.lo),
    hi: boundOrNull(limits.hi),
    reserveImport,
    reserveExport,
    because: setpoint === undefined ? activation.steps : stepsFrom(setpoint, limits, activation),
    issues: [...settingIssues(values, rating, base), ...headroomIssues(room), ...activation.issues],
  };
}

export function reserveAt(values: Values, side: 'Import' | 'Export'): number {
  const afrr = values[`grid/afrr${side}BookingkW`] ?? 0;
  const mfrr = values[`grid/mfrr${side}BookingkW`] ?? 0;
  return afrr + mfrr + (values[`grid/fcr${side}kW`] ?? 0);
}

// The setpoint is held to the limits first, so that an activation away from a limit is not swallowed.
function stepsFrom(setpoint: number, limits: GridLimits, activation: ActivationAt): Step[] {
  const base = clamp(setpoint, limits.lo, limits.hi);
  const because: Step[] = [{ source: 'grid/activePowerkW', delta: setpoint, after: setpoint }];
  if (base !== setpoint) because.push(limitStep(setpoint, limits));
  for (const { source, delta, after } of activation.steps) because.push({ source, delta, after: base + after });
  const asked = base + activation.totalKw;
  if (clamp(asked, limits.lo, limits.hi) === asked) because.push(...limitsKept(because.at(-1), limits));
  else because.push(limitStep(asked, limits));
  return because;
}

function limitStep(power: number, { lo, hi, loSource, hiSource }: GridLimits): Step {
  return power > hi
    ? { source: hiSource, delta: hi - power, after: hi }
    : { source: loSource, delta: lo - power, after: lo };
}

// A limit that was set is told of even where it takes nothing away, but not twice in a row.
function limitsKept(last: Step | undefined, { loSource, hiSource }: GridLimits): Step[] {
  const kept = [hiSource, loSource].filter((source) => source !== 'rating' && source !== last?.source);
  return kept.map((source) => ({ source, delta: 0, after: last?.after ?? 0 }));
}

function settingIssues(values: Values, rating: Rating, base: number | undefined): Issue[] {
  const upper = values['grid/upperLimitkW'] ?? Number.POSITIVE_INFINITY;
  const lower = values['grid/lowerLimitkW'] ?? Number.NEGATIVE_INFINITY;
  const crossed = issueOf('limits_crossed', lower - upper);
  const setpoint = values['grid/activePowerkW'];
  return setpoint === undefined || base === undefined
    ? crossed
    : [...crossed, ...outsideRating(setpoint, rating), ...issueOf('setpoint_clamped', Math.abs(setpoint - base))];
}

export function outsideRating(setpoint: number, { lower, upper }: Rating): Issue[] {
  return issueOf('setpoint_outside_rating', Math.max(setpoint - upper, lower - setpoint));
}

export function issueOf(code: IssueCode, difference: number): Issue[] {
  const amount = excessOf(difference);
  return amount > 0 ? [{ code, amount }] : [];
}

interface Room {
  readonly limits: GridLimits;
  readonly base: number | undefined;
  readonly reserveImport: number;
  readonly reserveExport: number;
}

function headroomIssues({ limits: { lo, hi }, base, reserveImport, reserveExport }: Room): Issue[] {
  if (base === undefined) return issueOf('headroom', reserveImport + reserveExport - (hi - lo));
  return [
    ...issueOf('headroom_import', base + reserveImport - hi),
    ...issueOf('headroom_export', lo - (base - reserveExport)),
  ];
}
