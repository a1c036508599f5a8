import type { Rating } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { clamp } from './clamp.ts';
import type { Step } from './segment.ts';

/** The bounds of the connection point: the limits within the ratings, and which of the two binds. */
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
