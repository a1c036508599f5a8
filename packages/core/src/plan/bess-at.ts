import type { Rating } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { activatedKw, activationAt } from './activation-at.ts';
import { addIssue, addOutsideRating } from './add-issue.ts';
import { clamp } from './clamp.ts';
import { type BessSituation, boundOrNull, type Issue, type Step } from './segment.ts';

/** The effective plan of the storage at one instant. */
export function bessAt(values: Values, rating: Rating): BessSituation {
  const { target, offset, because, issues } = outcomeAt(values, rating);
  return {
    target,
    offset,
    lo: boundOrNull(rating.lower),
    hi: boundOrNull(rating.upper),
    reserveImport: null,
    reserveExport: null,
    optimalSocPercent: values['bess/optimalSocPcnt'] ?? null,
    because,
    issues,
  };
}

/** The target alone, as `bessAt` has it. */
export function bessTargetAt(values: Values, rating: Rating): number | null {
  const setpoint = values['bess/activePowerkW'];
  if (setpoint === undefined || values['grid/activePowerkW'] !== undefined) return null;
  return targetKw(setpoint, activatedKw(values), rating);
}

// Import at the connection point means charging, which is negative here.
function targetKw(setpoint: number, activated: number, { lower, upper }: Rating): number {
  return clamp(setpoint - activated, lower, upper);
}

function outcomeAt(values: Values, rating: Rating): Outcome {
  const setpoint = values['bess/activePowerkW'];
  if (values['grid/activePowerkW'] !== undefined) return preferenceOf(setpoint, rating);
  const activation = activationAt(values);
  if (setpoint !== undefined) return targetOf(setpoint, rating, activation);
  const because = activation.steps.map((step) => opposite(step, 0));
  return { target: null, offset: 0 - activation.totalKw, because, issues: [] };
}

type Outcome = Pick<BessSituation, 'target' | 'offset' | 'because' | 'issues'>;

// Interpretation: beside a setpoint for the connection point, the storage's own is only a preference.
function preferenceOf(setpoint: number | undefined, rating: Rating): Outcome {
  if (setpoint === undefined) return { target: null, offset: null, because: [], issues: [] };
  const issues: Issue[] = [];
  addOutsideRating(issues, setpoint, rating);
  issues.push({ code: 'overdetermined', amount: null });
  return { target: null, offset: null, because: [setpointStep(setpoint)], issues };
}

function targetOf(setpoint: number, rating: Rating, { totalKw, steps }: ReturnType<typeof activationAt>): Outcome {
  const asked = setpoint - totalKw;
  const target = targetKw(setpoint, totalKw, rating);
  const because = [setpointStep(setpoint), ...steps.map((step) => opposite(step, setpoint))];
  if (target !== asked) because.push({ source: 'rating', delta: target - asked, after: target });
  const issues: Issue[] = [];
  addOutsideRating(issues, setpoint, rating);
  addIssue(issues, 'setpoint_clamped', Math.abs(asked - target));
  return { target, offset: null, because, issues };
}

function setpointStep(setpoint: number): Step {
  return { source: 'bess/activePowerkW', delta: setpoint, after: setpoint };
}

function opposite({ source, delta, after }: Step, from: number): Step {
  return { source, delta: 0 - delta, after: from - after };
}
