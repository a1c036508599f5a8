import type { SharedCounts } from './rate-limit.ts';
import { type Repeating, repeatEvery } from '../platform/repeat-every.ts';
import type { Store } from '../store/store.ts';
import { addRateCounts } from './add-rate-counts.ts';

const SHARE_EVERY_MS = 500;

export interface LimitSharing {
  readonly store: Store;
  /** By a name that keeps the keys of one apart from those of another. */
  readonly limits: Readonly<Record<string, SharedCounts>>;
  readonly onFailure: (cause: unknown) => void;
}

/** Lets limits hold for all nodes together: each tells what it counted and learns what the others did. */
export function shareLimits({ store, limits, onFailure }: LimitSharing): Repeating {
  async function share(name: string, limit: SharedCounts): Promise<void> {
    const { minute, at, counts } = limit.untold();
    if (counts.length === 0) return;
    const prefix = `${name} `;
    const named = counts.map(({ key, count }) => ({ key: prefix + key, count }));
    const totals = await store.write(addRateCounts, { minute, at, counts: named });
    limit.learn({ minute, counts: totals.counts.map(({ key, count }) => ({ key: key.slice(prefix.length), count })) });
  }
  return repeatEvery({ everyMs: SHARE_EVERY_MS, onFailure }, async () => {
    await Promise.all(Object.entries(limits).map(([name, limit]) => share(name, limit)));
  });
}
