import type { Random } from './seeded-random.ts';
import { stepReversion } from './step-reversion.ts';

/** A disturbance of the whole grid: in over `rampMs`, full, and out again over `rampMs` before it ends. */
export interface FrequencyEvent {
  atMs: number;
  forMs: number;
  deviationMhz: number;
  rampMs: number;
}

export interface FrequencyState {
  wandering: number;
  hour: number;
  /** What the change of schedules at the last full hour did, at its height. */
  bumpMhz: number;
  frequencyHz: number;
}

// Together 20 mHz: the bump's mean square is 0.0616 * 20², and 19.4² is the rest of 20².
const wanderingMhz = 19.4;
const bumpSigmaMhz = 20;
const bumpPeakS = 120;
const wanderingTauS = 180;
const hourMs = 3_600_000;

export function newFrequency(random: Random): FrequencyState {
  return { wandering: random.normal(), hour: Number.NaN, bumpMhz: 0, frequencyHz: 50 };
}

export function stepFrequency(
  state: FrequencyState,
  now: { atMs: number; dtS: number; events: readonly FrequencyEvent[] },
  random: Random,
): FrequencyState {
  const wandering = stepReversion(state.wandering, random, { dtS: now.dtS, tauS: wanderingTauS });
  const hour = Math.floor(now.atMs / hourMs);
  const bumpMhz = hour === state.hour ? state.bumpMhz : bumpSigmaMhz * random.normal();
  const peaks = (now.atMs - hour * hourMs) / 1000 / bumpPeakS;
  const noiseMhz = wanderingMhz * wandering + bumpMhz * peaks * Math.exp(1 - peaks);
  const eventMhz = now.events.reduce((sum, event) => sum + event.deviationMhz * eventShare(event, now.atMs), 0);
  return { wandering, hour, bumpMhz, frequencyHz: 50 + (noiseMhz + eventMhz) / 1000 };
}

function eventShare(event: FrequencyEvent, atMs: number): number {
  const sinceMs = atMs - event.atMs;
  const leftMs = event.forMs - sinceMs;
  if (sinceMs < 0 || leftMs <= 0) return 0;
  return event.rampMs === 0 ? 1 : Math.min(1, sinceMs / event.rampMs, leftMs / event.rampMs);
}
