const STEPS_PER_KW = 1e6;

/** A power as it leaves the service: without what doubles add to sums. What is too large for that stays as it is. */
export function toMilliwatts(kw: number): number {
  const steps = Math.round(kw * STEPS_PER_KW);
  return Number.isSafeInteger(steps) ? steps / STEPS_PER_KW : kw;
}

export function toMilliwattsOrNull(kw: number | null): number | null {
  return kw === null ? null : toMilliwatts(kw);
}
