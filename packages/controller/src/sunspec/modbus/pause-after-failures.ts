/** When to try again: after a random pause, longer after each failure. */
export interface PauseAfterFailures {
  isOver(): boolean;
  failed(): void;
  succeeded(): void;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

export function pauseAfterFailures({
  nowMs,
  random,
}: {
  nowMs: () => number;
  /** From 0 to 1; spreads the attempts. */
  random: () => number;
}): PauseAfterFailures {
  let failures = 0;
  let failedAtMs = 0;
  let pauseMs = 0;
  return {
    isOver: () => {
      const waitedMs = nowMs() - failedAtMs;
      // A clock that was set back must not make the pause longer.
      return waitedMs < 0 || waitedMs >= pauseMs;
    },
    failed: () => {
      failures += 1;
      failedAtMs = nowMs();
      pauseMs = random() * Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    },
    succeeded: () => {
      failures = 0;
      pauseMs = 0;
    },
  };
}
