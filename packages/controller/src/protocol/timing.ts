/** Time and chance, which tests replace. */
export interface Timing {
  /** Grows evenly, even if the clock is set. */
  elapsedMs(): number;
  /** Acts after a delay; returns a function that cancels it. */
  after(durationMs: number, act: () => void): () => void;
  /** At least 0, less than 1. */
  random(): number;
  /** How many times faster than usual its waits are. */
  readonly pace: number;
}

/** The time of this machine, with waits that are shorter by a factor. */
export function timingAt(pace: number): Timing {
  return {
    elapsedMs: () => performance.now() * pace,
    after(durationMs, act) {
      const timer = setTimeout(act, durationMs / pace);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    pace,
  };
}

export const systemTiming: Timing = timingAt(1);
