import type { Metrics } from '../platform/figures/metrics.ts';
import type { Store } from '../store/store.ts';
import { countOpenHolds } from './read-hold.ts';

export function holdMetrics(metrics: Metrics, store: Pick<Store, 'read'>): void {
  const open = { name: 'open_holds', help: 'Open holds.' };
  metrics.addGauge(open, async (set) => set(await store.read(countOpenHolds, undefined)));
}
