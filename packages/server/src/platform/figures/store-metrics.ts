import type { Metrics } from './metrics.ts';
import type { Store } from '../../store/store.ts';

export interface CommittedGroup {
  /** Where they are counted. */
  readonly writes?: number;
  /** From the first statement of the group to its commit. */
  readonly tookMs: number;
}

export interface StoreMetrics {
  /** Writes were made durable together. */
  observeGroup(group: CommittedGroup): void;
  /** A write of the chosen node was not made, because this node was that no more. */
  countRefused(): void;
  /** Adds what waits, once there is a store. */
  watchWaiting(store: Pick<Store, 'waitingWrites'>): void;
}

const COMMIT_SECONDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

export function storeMetrics(metrics: Metrics): StoreMetrics {
  const observeSeconds = metrics.addHistogram(
    'commit_seconds',
    'Time until writes that were committed together were durable.',
    COMMIT_SECONDS,
  );
  const observeWrites = metrics.addHistogram(
    'commit_writes',
    'How many writes were made durable together.',
    GROUP_SIZES,
  );
  const countRefused = metrics.addCounter(
    'refused_writes_total{reason}',
    'Writes of the chosen node that were refused, because this node was not chosen any more.',
    ['not_chosen'],
  );
  return {
    countRefused: () => countRefused('not_chosen'),
    observeGroup({ writes, tookMs }) {
      observeSeconds(tookMs / 1_000);
      if (writes !== undefined) observeWrites(writes);
    },
    watchWaiting(store) {
      metrics.addGauge('waiting_writes', 'Writes accepted and not yet durable.', () => store.waitingWrites());
    },
  };
}
