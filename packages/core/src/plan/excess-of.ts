const STEPS_PER_KW = 1e6;

/** How much is too much, to the milliwatt: the rest of 0.1 + 0.2 - 0.3 counts as nothing. */
export function excessOf(difference: number): number {
  if (!(difference > 0)) return 0;
  const steps = Math.round(difference * STEPS_PER_KW);
  return Number.isSafeInteger(steps) ? steps / STEPS_PER_KW : difference;
}

/** Any excess below this counts as nothing in `excessOf`. */
export const NEGLIGIBLE = 0.5 / STEPS_PER_KW;
