export interface RateLimit {
  /** Counts one more; false once there were too many in this minute. */
  take(key: string): boolean;
}

const WINDOW_MS = 60_000;
// Whoever has so many addresses is not held up by forgetting what they did a moment ago.
const MOST_KEYS = 100_000;

/** Counts by key, anew each minute. */
export function createRateLimit({ perMinute, now }: { perMinute: number; now: () => number }): RateLimit {
  const counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    take(key) {
      if (now() >= windowEnds || counts.size >= MOST_KEYS) {
        counts.clear();
        windowEnds = now() + WINDOW_MS;
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count <= perMinute;
    },
  };
}
