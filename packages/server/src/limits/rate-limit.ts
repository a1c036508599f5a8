import { countsOf, type ExchangedCounts } from './counts-of.ts';

export interface RateLimit {
  /** Counts one more, or several; false once there were too many in this minute. */
  take(key: string, count?: number): boolean;
  /** Whether the next one would be too many. */
  isSpent(key: string): boolean;
}

export interface ExchangedRateLimit extends RateLimit, ExchangedCounts {}

// Forgetting counts does not help an attacker who has this many addresses.
const MOST_KEYS = 100_000;
const EACH = { leastTold: 1, mostToldAtOnce: MOST_KEYS };

/** Counts by key, anew each minute. */
export function createRateLimit({ perMinute, now }: { perMinute: number; now: () => number }): ExchangedRateLimit {
  const counts = countsOf({ now, minutes: 1, mostKeys: MOST_KEYS, ...EACH });
  return {
    ...counts,
    take(key, more = 1) {
      counts.add(key, more);
      return counts.of(key) <= perMinute;
    },
    isSpent: (key) => counts.of(key) >= perMinute,
  };
}
