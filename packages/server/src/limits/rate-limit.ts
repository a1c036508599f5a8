export interface RateLimit {
  /** Counts one more, or several; false once there were too many in this minute. */
  take(key: string, count?: number): boolean;
  /** Whether the next one would be too many. */
  isSpent(key: string): boolean;
}

/** How much was counted of each key in a window of time. */
export interface WindowCounts {
  /** The last minute of it. */
  readonly minute: number;
  /** The minute that it is: what lies before it can be forgotten. */
  readonly at: number;
  readonly counts: readonly { readonly key: string; readonly count: number }[];
}

/** Counts that hold for all nodes together. */
export interface ExchangedCounts {
  /** What was counted here and not yet told to the other nodes; each count is told once. */
  untold(): WindowCounts;
  /** What all nodes together counted, this one included. */
  learn(totals: Pick<WindowCounts, 'minute' | 'counts'>): void;
}

export interface ExchangedRateLimit extends RateLimit, ExchangedCounts {}

const WINDOW_MS = 60_000;
// Forgetting counts does not help an attacker who has this many addresses.
const MOST_KEYS = 100_000;

interface Count {
  own: number;
  told: number;
  elsewhere: number;
}

/** Counts by key, anew each minute. */
export function createRateLimit({ perMinute, now }: { perMinute: number; now: () => number }): ExchangedRateLimit {
  const counts = new Map<string, Count>();
  const changed = new Set<string>();
  let minute = 0;

  function beginMinute(): void {
    const current = Math.floor(now() / WINDOW_MS);
    if (current === minute && counts.size < MOST_KEYS) return;
    minute = current;
    counts.clear();
    changed.clear();
  }
  return {
    take(key, more = 1) {
      beginMinute();
      const count = counts.get(key) ?? { own: 0, told: 0, elsewhere: 0 };
      count.own += more;
      counts.set(key, count);
      changed.add(key);
      return count.own + count.elsewhere <= perMinute;
    },
    isSpent(key) {
      beginMinute();
      const count = counts.get(key);
      return count !== undefined && count.own + count.elsewhere >= perMinute;
    },
    untold() {
      beginMinute();
      const told = [...changed].flatMap((key) => {
        const count = counts.get(key);
        if (count === undefined) return [];
        const more = count.own - count.told;
        count.told = count.own;
        return [{ key, count: more }];
      });
      changed.clear();
      return { minute, at: minute, counts: told };
    },
    learn(totals) {
      beginMinute();
      if (totals.minute !== minute) return;
      for (const { key, count: total } of totals.counts) {
        const count = counts.get(key);
        if (count !== undefined) count.elsewhere = Math.max(0, total - count.told);
      }
    },
  };
}
