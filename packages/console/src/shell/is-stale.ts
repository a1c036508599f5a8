/** Without news for so long, what is shown may be wrong by now: the one rule for every figure. */
const STALE_MS = 15_000;

export function isStale(readAt: number, now: number): boolean {
  return now - readAt > STALE_MS;
}
