import type { PairName } from '@setpoint/contract';
import { type Commands, FULL_ACTIVATION_MS, type Series, valuesAt } from '@setpoint/core';
import { towards } from '../driver/clamp.ts';

/** How much of each activation is given now, in kW. */
export interface Ramps {
  readonly afrr: number;
  readonly mfrr: number;
}

const SERVICES = ['afrr', 'mfrr'] as const;
// After a pause in control, the devices cannot have followed.
const LONGEST_STEP_MS = 10_000;

/**
 * The commands to carry out now, with each activation as far as its ramp has come. The whole booking is reached
 * within the full activation time, a smaller activation sooner. Where nothing is known of before, as after a start, an
 * activation has come as far as it could since it began: what is in force does not begin anew.
 */
export function rampActivations(
  commands: Commands,
  before: { readonly atMs: number; readonly ramps: Ramps } | undefined,
  atMs: number,
): { commands: Commands; ramps: Ramps } {
  const values = valuesAt(commands, atMs);
  const stepMs = Math.min(LONGEST_STEP_MS, Math.max(0, atMs - (before?.atMs ?? atMs)));
  const ramped = new Map(commands);
  const ramps = { afrr: 0, mfrr: 0 };
  for (const service of SERVICES) {
    const pair: PairName = `grid/${service}ActivationkW`;
    const asked = values[pair];
    // An activation that has ended is gone at once, without a ramp.
    if (asked === undefined) continue;
    const bookedKw = (values[`grid/${service}ImportBookingkW`] ?? 0) + (values[`grid/${service}ExportBookingkW`] ?? 0);
    const [fromKw, overMs] =
      before === undefined ? [0, inForceFor(commands.get(pair), atMs)] : [before.ramps[service], stepMs];
    ramps[service] = towards(fromKw, asked, (bookedKw * overMs) / FULL_ACTIVATION_MS[service]);
    ramped.set(pair, [{ startMs: atMs, endMs: atMs + 1, value: ramps[service] }]);
  }
  return { commands: ramped, ramps };
}

function inForceFor(entries: Series = [], atMs: number): number {
  const entry = entries.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
  return atMs - (entry?.startMs ?? atMs);
}
