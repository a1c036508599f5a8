import { capped, clamp } from '../driver/clamp.ts';
import { loadProfiles, type LoadProfileName } from './load-profiles.ts';
import type { LocalTime } from './local-time.ts';
import type { Random } from './seeded-random.ts';
import { stepReversion } from './step-reversion.ts';

export interface LoadConfig {
  peakKw: number;
  profile: LoadProfileName;
  /** Standard deviation around the profile, as a share of the demand. */
  noise: number;
  /** The share of the demand that a cap can shed. */
  sheddable: number;
}

export interface LoadState {
  config: LoadConfig;
  wandering: number;
  powerKw: number;
}

export function newLoad(config: LoadConfig): LoadState {
  return { config, wandering: 0, powerKw: 0 };
}

export function stepLoad(
  state: LoadState,
  now: { dtS: number; local: LocalTime; capKw: number | null },
  random: Random,
): LoadState {
  const { config } = state;
  const wandering = stepReversion(state.wandering, random, { dtS: now.dtS, tauS: 300 });
  const usualKw = config.peakKw * usualShare(config.profile, now.local);
  const demandKw = clamp(usualKw * (1 + config.noise * wandering), 0, config.peakKw);
  const powerKw = Math.max(capped(demandKw, now.capKw), demandKw * (1 - config.sheddable));
  return { config, wandering, powerKw };
}

/** Straight lines between the full hours on the wall clock, so a DST change moves the people and not the sun. */
function usualShare(name: LoadProfileName, { hour, weekday }: LocalTime): number {
  const isWeekend = weekday === 0 || weekday === 6;
  const shares = loadProfiles[name][isWeekend ? 'weekend' : 'weekday'];
  const full = Math.floor(hour);
  const from = shares[full] ?? 0;
  const to = shares[(full + 1) % 24] ?? 0;
  return from + (to - from) * (hour - full);
}
