const RETRY_TIMES = { firstWaitMs: 5_000, longestWaitMs: 900_000, triedForMs: 86_400_000 } as const;

/** How long to wait after attempts that failed: twice as long each time; by chance, so that many do not come at once. */
export function waitAfter(attempts: number): number {
  const { firstWaitMs, longestWaitMs } = RETRY_TIMES;
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (0.8 + 0.4 * Math.random()));
}

/** Whether what has failed for so long is tried no more: a webhook is parked then. */
export function isGivenUp(failingSince: number, now: number): boolean {
  return now - failingSince >= RETRY_TIMES.triedForMs;
}
