const STEPS_PER_KW = 1e6;

/** How far something is exceeded, to the milliwatt: what is left of 0.1 + 0.2 - 0.3 is none. */
export function excessOf(difference: number): number {
  if (!(difference > 0)) return 0;
  const steps = Math.round(difference * STEPS_PER_KW);
  return Number.isSafeInteger(steps) ? steps / STEPS_PER_KW : difference;
}

/** Less than this too much is none, as `excessOf` counts. */
export const NEGLIGIBLE = 0.5 / STEPS_PER_KW;
