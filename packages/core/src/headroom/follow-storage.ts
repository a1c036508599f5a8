import type { Ratings } from '../devices/rating.ts';
import { bessTargetAt } from '../plan/bess-at.ts';
import { type EnergyRules, flowOf, type Line, type StoredEnergy } from '../plan/project-energy.ts';
import type { Slice } from '../time/sweep.ts';

const MS_PER_HOUR = 3_600_000;

/** What a storage holds over a piece of time in which nothing changes, in kWh. */
export interface HeldEnergy {
  readonly export: Line;
  /** The room that is left. */
  readonly import: Line;
  /** Without a target it is known at the first instant, and only there. */
  readonly hasTarget: boolean;
}

export interface Storage {
  readonly stored: StoredEnergy;
  readonly ratings: Ratings;
  readonly rules: EnergyRules;
}

/** Follows the stored energy piece by piece, as long as it is known. */
export function followStorage({ stored, ratings, rules }: Storage): (piece: Slice) => HeldEnergy | undefined {
  const { capacityKwh, socPercent, at } = stored;
  let before = (capacityKwh * socPercent) / 100;
  let isKnown = true;
  return ({ fromMs, toMs, values }) => {
    if (!isKnown || fromMs < at) return undefined;
    const target = bessTargetAt(values, ratings.bess);
    const after = before - ((target === null ? 0 : flowOf(target, rules)) * (toMs - fromMs)) / MS_PER_HOUR;
    const room = { before: capacityKwh - before, after: capacityKwh - after };
    const held = { export: { before, after }, import: room, hasTarget: target !== null };
    before = after;
    isKnown = held.hasTarget;
    return held;
  };
}
