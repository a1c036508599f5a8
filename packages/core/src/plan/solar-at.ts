import type { Rating } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { boundOrNull, type Situation, type Step } from './segment.ts';

/** The effective plan of solar at one instant: how much it may feed in. */
export function solarAt(values: Values, rating: Rating): Situation {
  const curtailment = values['solar/solarCurtailmentPcnt'];
  const hi = curtailment === undefined ? rating.upper : curtailed(rating.upper, curtailment);
  const because: Step[] = [];
  if (curtailment !== undefined && Number.isFinite(rating.upper)) {
    because.push({ source: 'rating', delta: rating.upper, after: rating.upper });
    because.push({ source: 'solar/solarCurtailmentPcnt', delta: hi - rating.upper, after: hi });
  }
  const lo = boundOrNull(Math.min(rating.lower, hi));
  const none = { target: null, offset: null, reserveImport: null, reserveExport: null, issues: [] };
  return { ...none, lo, hi: boundOrNull(hi), because };
}

// Full curtailment leaves nothing, even of an infinite rating.
function curtailed(upper: number, percent: number): number {
  return percent === 100 ? 0 : upper * (1 - percent / 100);
}
