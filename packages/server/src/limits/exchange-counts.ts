import type { ExchangedCounts } from './counts-of.ts';
import { type Repeating, repeatEvery } from '../platform/loops/repeat-every.ts';
import type { Store } from '../store/store.ts';
import { addRateCounts } from './add-rate-counts.ts';

const EXCHANGE_EVERY_MS = 500;

export interface CountExchange {
  readonly store: Store;
  /** By a name that keeps the keys of one apart from those of another. */
  readonly limits: Readonly<Record<string, ExchangedCounts>>;
  readonly onFailure: (cause: unknown) => void;
}

/** Lets limits hold for all nodes together: each tells what it counted and learns what the others did. */
export function exchangeCounts({ store, limits, onFailure }: CountExchange): Repeating {
  async function exchange(name: string, limit: ExchangedCounts): Promise<void> {
    const { minute, at, counts } = limit.untold();
    if (counts.length === 0) return;
    const prefix = `${name} `;
    const named = counts.map(({ key, count }) => ({ key: prefix + key, count }));
    const totals = await store.write(addRateCounts, { minute, at, counts: named });
    limit.learn({ minute, counts: totals.counts.map(({ key, count }) => ({ key: key.slice(prefix.length), count })) });
  }
  return repeatEvery({ everyMs: EXCHANGE_EVERY_MS, onFailure }, async () => {
    await Promise.all(Object.entries(limits).map(([name, limit]) => exchange(name, limit)));
  });
}
