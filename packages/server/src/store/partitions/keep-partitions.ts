import type { Store } from '../store.ts';
import { listPartitions, dropPartition, makePartition } from './partition.ts';
import { type PartitionsKept, partitionRules, planPartitions } from './plan-partitions.ts';

// Each change makes everybody wait for a moment, and is given up when somebody reads for long.
const LOOK_EVERY_MS = 60_000;

export interface PartitionKeeping {
  readonly store: Store;
  readonly now: () => number;
  readonly certainNow: () => number;
  readonly kept: PartitionsKept;
}

/** Makes the partitions of the time ahead and drops those wholly past retention, where a store has any; never more at once. */
export function keepPartitions({ store, now, certainNow, kept }: PartitionKeeping): () => Promise<boolean> {
  const rules = partitionRules(kept);
  let nextAt = 0;
  return async () => {
    const at = now();
    if (at < nextAt) return false;
    nextAt = at + LOOK_EVERY_MS;
    const existing = await store.read(listPartitions, {});
    if (existing === undefined) return false;
    const { make } = planPartitions(existing, rules, at);
    const { drop } = planPartitions(existing, rules, certainNow());
    for (const partition of make) await store.write(makePartition, partition);
    for (const partition of drop) await store.write(dropPartition, partition);
    return false;
  };
}
