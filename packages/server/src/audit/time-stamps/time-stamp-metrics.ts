import type { Metrics } from '../../platform/figures/metrics.ts';
import type { Store } from '../../store/store.ts';
import { readUnstamped } from './read-unstamped.ts';

interface WatchedTimeStamps {
  readonly metrics: Metrics;
  readonly store: Store;
  readonly now: () => number;
}

export function timeStampMetrics({ metrics, store, now }: WatchedTimeStamps): void {
  const figure = {
    name: 'audit_unstamped_seconds',
    help: 'Age of the oldest seal of the last seven days that still waits for its time stamp; 0 if none does.',
  };
  metrics.addGauge(figure, async (set) => {
    const seals = await store.read(readUnstamped, { now: now() });
    const oldest = seals.reduce((since, seal) => Math.min(since, seal.since), now());
    set((now() - oldest) / 1_000);
  });
}
