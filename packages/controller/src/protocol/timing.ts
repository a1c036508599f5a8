/** The passing of time and chance, as a controller meets them. */
export interface Timing {
  /** Grows evenly, however the clock is set. */
  elapsedMs(): number;
  /** Acts after so long; the result calls it off. */
  after(durationMs: number, act: () => void): () => void;
  /** From 0 up to 1. */
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
