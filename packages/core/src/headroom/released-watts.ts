import type { PairName } from '@setpoint/contract';
import type { Rating } from '../devices/rating.ts';
import { activatedKw } from '../plan/activation-at.ts';
import { clamp } from '../plan/clamp.ts';
import { excessOf } from '../plan/excess-of.ts';
import { type EnergyRules, flowOf, needsAt, slackAbove } from '../plan/project-energy.ts';
import type { Slice } from '../time/sweep.ts';
import type { Values } from '../time/values-at.ts';
import type { HeldEnergy } from './follow-storage.ts';

const MS_PER_HOUR = 3_600_000;
const WATTS_PER_KW = 1_000;

/** A booking of which more would set free an activation that exceeds it, and so move the storage. */
export interface Released {
  readonly service: 'afrr' | 'mfrr';
  readonly direction: 'import' | 'export';
  readonly activation: PairName;
  readonly booking: PairName;
}

/** What more of a booking would do in one piece of its interval. */
export interface ReleasedStep {
  /** How much of the activation is held back by its booking, in kW; 0 where the storage has no target to move. */
  readonly gapKw: number;
  /** What the storage is asked for today, before its rating cuts it. */
  readonly askedKw: number;
  readonly lengthMs: number;
  readonly needKwh: number;
  readonly held: HeldEnergy | undefined;
}

export function releasedStep(
  released: Released,
  piece: Slice,
  energy: { held: HeldEnergy | undefined; rules: EnergyRules },
): ReleasedStep {
  const { values, fromMs, toMs } = piece;
  const { held, rules } = energy;
  const setpoint = values['bess/activePowerkW'];
  const isMoved = setpoint !== undefined && values['grid/activePowerkW'] === undefined;
  return {
    gapKw: isMoved ? gapOf(released, values) : 0,
    askedKw: (setpoint ?? 0) - activatedKw(values),
    lengthMs: toMs - fromMs,
    needKwh: needsAt(values, rules)[released.direction],
    held,
  };
}

export interface ReleasedInterval {
  readonly released: Released;
  readonly steps: readonly ReleasedStep[];
  /** By how much the storage may move on before anything behind the interval falls short, in kWh. */
  readonly slackBehindKwh: number;
  readonly rating: Rating;
  readonly rules: EnergyRules;
}

/** The most of the booking, in watts and at most so many, that raises no new issue once the storage follows. */
export function releasedWatts(interval: ReleasedInterval, mostWatts: number): number {
  const largestGapKw = Math.max(...interval.steps.map(({ gapKw }) => gapKw));
  // Where nothing else bounds it, more than what is held back sets nothing free any more.
  const isBounded = mostWatts < Number.MAX_SAFE_INTEGER;
  const most = isBounded ? mostWatts : Math.ceil(largestGapKw * WATTS_PER_KW);
  if (fits(interval, most / WATTS_PER_KW)) return mostWatts;
  let [fitting, tooMuch] = [0, most];
  while (tooMuch - fitting > 1) {
    const middle = Math.floor((fitting + tooMuch) / 2);
    if (fits(interval, middle / WATTS_PER_KW)) fitting = middle;
    else tooMuch = middle;
  }
  return fitting;
}

function gapOf({ activation, booking, direction }: Released, values: Values): number {
  const asked = (values[activation] ?? 0) * (direction === 'import' ? 1 : -1);
  return Math.max(0, asked - (values[booking] ?? 0));
}

// The storage moves further the more is booked: what does not fit, does not fit with more either.
function fits({ released, steps, slackBehindKwh, rating, rules }: ReleasedInterval, kw: number): boolean {
  const { direction, service } = released;
  // Import at the connection point means charging, which is negative here.
  const sign = direction === 'import' ? -1 : 1;
  let movedKwh = 0;
  for (const step of steps) {
    const askedKw = step.askedKw + sign * Math.min(kw, step.gapKw);
    if (beyond(askedKw, rating) > beyond(step.askedKw, rating)) return false;
    if (step.held === undefined) continue;
    const flows = [askedKw, step.askedKw].map((power) => flowOf(clamp(power, rating.lower, rating.upper), rules));
    const moved = step.held.hasTarget ? Math.abs((flows[0] ?? 0) - (flows[1] ?? 0)) : 0;
    const { before, after } = step.held[direction];
    const movedAfterKwh = movedKwh + (moved * step.lengthMs) / MS_PER_HOUR;
    const line = { before: before - movedKwh, after: after - movedAfterKwh };
    if (slackAbove(line, step.needKwh + kw * rules.hours[service], step.lengthMs) < -NOISE_KWH) return false;
    movedKwh = movedAfterKwh;
  }
  return slackBehindKwh - movedKwh >= -NOISE_KWH;
}

// What doubles add to a sum of exact values.
const NOISE_KWH = 1e-9;

function beyond(kw: number, { lower, upper }: Rating): number {
  return excessOf(Math.max(kw - upper, lower - kw));
}
