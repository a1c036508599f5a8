import type { Random } from './seeded-random.ts';

/** One exact step of an Ornstein-Uhlenbeck process with mean 0 and standard deviation 1, for any step length. */
export function stepReversion(value: number, random: Random, steps: { dtS: number; tauS: number }): number {
  const kept = Math.exp(-steps.dtS / steps.tauS);
  return value * kept + Math.sqrt(1 - kept * kept) * random.normal();
}
