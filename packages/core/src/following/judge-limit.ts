import { isIn } from './power-band.ts';
import { firstIndex } from '../time/first-index.ts';
import type { Interval } from '../time/series.ts';
import { dueLimit, KEEP_WITHIN_MS, limitBand, type LimitSide } from './due-limit.ts';
import type { MeasuredSlot } from './measured-slots.ts';

const MS_PER_HOUR = 3_600_000;

export interface LimitJudging {
  readonly side: LimitSide;
  /** When limits of this side were in force, in order. */
  readonly inForce: readonly Interval[];
  /** What was measured of the connection point over the time that is judged. */
  readonly slots: readonly MeasuredSlot[];
}

/** What of a limit is known from what was measured; null where nothing was. */
export interface LimitKept {
  readonly measuredMs: number;
  readonly measuredKwh: number | null;
  /** Measured power minus the limit, over the time beyond it. */
  readonly meanErrorKw: number | null;
  /** Below 1, it was not kept. */
  readonly withinShare: number | null;
}

/** Compares a limit with what was measured; a site has its time to keep it, as for the trouble `limit_exceeded`. */
export function judgeLimit({ side, inForce, slots }: LimitJudging): LimitKept {
  let [measuredMs, measured, judgedMs, beyondMs, beyond] = [0, 0, 0, 0, 0];
  for (const slot of slots) {
    measuredMs += slot.measuredMs;
    measured += slot.powerKw * slot.measuredMs;
    const limitKw = meanDue(side, inForce, slot);
    if (limitKw === null) continue;
    judgedMs += slot.measuredMs;
    if (isIn(limitBand(side, limitKw), slot.powerKw)) continue;
    beyondMs += slot.measuredMs;
    beyond += (slot.powerKw - limitKw) * slot.measuredMs;
  }
  return {
    measuredMs,
    measuredKwh: measuredMs === 0 ? null : measured / MS_PER_HOUR,
    meanErrorKw: judgedMs === 0 ? null : beyondMs === 0 ? 0 : beyond / beyondMs,
    withinShare: judgedMs === 0 ? null : 1 - beyondMs / judgedMs,
  };
}

/** The mean of what was due over a slot; null where nothing was for a part of it, in which any power is right. */
function meanDue(side: LimitSide, inForce: readonly Interval[], { fromMs, toMs }: MeasuredSlot): number | null {
  const near = overlapping(inForce, fromMs - KEEP_WITHIN_MS, toMs);
  const edges = near.flatMap(({ startMs, endMs }) => [
    startMs,
    endMs,
    startMs + KEEP_WITHIN_MS,
    endMs + KEEP_WITHIN_MS,
  ]);
  const inside = edges.filter((at) => at > fromMs && at < toMs).sort((one, other) => one - other);
  let sum = 0;
  for (const [index, start] of [fromMs, ...inside].entries()) {
    const due = dueLimit(side, near, start);
    if (due === null) return null;
    sum += due * ((inside[index] ?? toMs) - start);
  }
  return sum / (toMs - fromMs);
}

function overlapping(inForce: readonly Interval[], fromMs: number, toMs: number): Interval[] {
  const first = firstIndex(inForce, ({ endMs }) => endMs > fromMs);
  const next = firstIndex(inForce, ({ startMs }) => startMs > toMs);
  return inForce.slice(first, next);
}
