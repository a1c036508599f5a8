/** Time and chance, which tests replace. */
export interface Timing {
  /** Grows evenly, even if the clock is set. */
  elapsedMs(): number;
  /** Acts after a delay; returns a function that cancels it. */
  after(durationMs: number, act: () => void): () => void;
  /** At least 0, less than 1. */
  random(): number;
}

export const systemTiming: Timing = {
  elapsedMs: () => performance.now(),
  after(durationMs, act) {
    const timer = setTimeout(act, durationMs);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};
