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
  /** What was counted here since this was asked last: each count goes to the other nodes once. */
  untold(): WindowCounts;
  /** What all nodes together counted, this one included. */
  learn(totals: Pick<WindowCounts, 'minute' | 'counts'>): void;
}

export interface Counts extends ExchangedCounts {
  add(key: string, more: number): void;
  /** What all nodes counted, as far as this one knows. */
  of(key: string): number;
  /** When all of it begins anew. */
  endsAt(): number;
}

export interface CountedWindow {
  readonly now: () => number;
  readonly minutes: number;
  /** Beyond so many, all are forgotten. */
  readonly mostKeys: number;
  /** The first count of a key goes to the other nodes at once; later ones, once they add up to this. */
  readonly leastTold: number;
  readonly mostToldAtOnce: number;
}

interface Count {
  own: number;
  told: number;
  elsewhere: number;
}

const MINUTE_MS = 60_000;

/** Counts by key in memory, anew in each window. */
export function countsOf({ now, minutes, mostKeys, leastTold, mostToldAtOnce }: CountedWindow): Counts {
  const counts = new Map<string, Count>();
  const toTell = new Set<string>();
  let current = 0;

  function beginWindow(): void {
    const index = Math.floor(now() / (minutes * MINUTE_MS));
    if (index === current && counts.size < mostKeys) return;
    current = index;
    counts.clear();
    toTell.clear();
  }
  const lastMinute = () => (current + 1) * minutes - 1;

  return {
    add(key, more) {
      beginWindow();
      const count = counts.get(key) ?? { own: 0, told: 0, elsewhere: 0 };
      count.own += more;
      counts.set(key, count);
      if (count.told === 0 || count.own - count.told >= leastTold) toTell.add(key);
    },
    of(key) {
      beginWindow();
      const { own, elsewhere } = counts.get(key) ?? { own: 0, elsewhere: 0 };
      return own + elsewhere;
    },
    endsAt: () => (lastMinute() + 1) * MINUTE_MS,
    untold() {
      beginWindow();
      const told = [...toTell].slice(0, mostToldAtOnce).flatMap((key) => {
        toTell.delete(key);
        const count = counts.get(key);
        if (count === undefined) return [];
        const more = count.own - count.told;
        count.told = count.own;
        return [{ key, count: more }];
      });
      return { minute: lastMinute(), at: Math.floor(now() / MINUTE_MS), counts: told };
    },
    learn(totals) {
      beginWindow();
      if (totals.minute !== lastMinute()) return;
      for (const { key, count: total } of totals.counts) {
        const count = counts.get(key);
        if (count !== undefined) count.elsewhere = Math.max(0, total - count.told);
      }
    },
  };
}
