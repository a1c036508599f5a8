import { forgetOldApplied } from './delivery/forget-old-applied.ts';
import { forgetOldEvents } from './events/forget-old-events.ts';
import { forgetOldMeasurements } from './following/forget-old-measurements.ts';
import { forgetOldBatches } from './history/forget-old-batches.ts';
import { forgetOldHolds } from './holds/forget-old-holds.ts';
import type { Forgetting } from './platform/forget-old.ts';
import type { Config } from './read-config.ts';
import { forgetOldKeys } from './schedules/forget-old-keys.ts';
import { keepPartitions } from './store/keep-partitions.ts';
import type { Store } from './store/store.ts';
import { forgetOldAttempts } from './webhooks/forget-old-attempts.ts';

export type Keeping = Pick<Config, 'measurementsKept' | 'historyKeptMs' | 'eventsKeptMs'>;

/** What each room forgets. */
export function listForgetting(
  { measurementsKept: kept, historyKeptMs, eventsKeptMs }: Keeping,
  shared: { readonly store: Store; readonly now: () => number },
): Forgetting[] {
  return [
    forgetOldKeys(shared),
    forgetOldHolds({ ...shared, keptMs: historyKeptMs }),
    forgetOldEvents({ ...shared, keptMs: eventsKeptMs }),
    forgetOldAttempts({ ...shared, keptMs: eventsKeptMs }),
    forgetOldMeasurements({ ...shared, kept }),
    keepPartitions({ ...shared, kept: { ...kept, batchMs: historyKeptMs } }),
    forgetOldBatches({ ...shared, keptMs: historyKeptMs }),
    forgetOldApplied(shared),
  ];
}
