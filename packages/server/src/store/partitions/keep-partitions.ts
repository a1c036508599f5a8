import type { Store } from '../store.ts';
import { dropPartition, listPartitions, makePartition, type Partition } from './partition.ts';

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

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
// With this many ahead, a day on which none could be made does no harm.
const AHEAD = 2;
// A look-up of a batch without its time looks into each partition.
const KEPT_PARTITIONS_OF_BATCHES = 16;

/** How long a partition is, and for how long what is in it is kept. */
interface PartitionRule {
  readonly of: Partition['of'];
  readonly lengthMs: number;
  readonly keptMs: number;
}

interface PartitionsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
  readonly batchMs: number;
}

export function partitionRules(kept: PartitionsKept): PartitionRule[] {
  const weeks = Math.ceil(kept.batchMs / WEEK_MS / KEPT_PARTITIONS_OF_BATCHES);
  return [
    { of: 'measurement_1', lengthMs: DAY_MS, keptMs: kept.minuteMs },
    { of: 'measurement_15', lengthMs: WEEK_MS, keptMs: kept.quarterMs },
    { of: 'batch', lengthMs: weeks * WEEK_MS, keptMs: kept.batchMs },
  ];
}

/** What must be made for the time that comes, and what may go because all of it has had its time. */
export function planPartitions(existing: readonly Partition[], rules: readonly PartitionRule[], now: number) {
  const wanted = rules.flatMap(({ of, lengthMs }) => {
    const start = now - (now % lengthMs);
    return Array.from({ length: AHEAD + 1 }, (_, index) => ({
      of,
      fromAt: start + index * lengthMs,
      toAt: start + (index + 1) * lengthMs,
    }));
  });
  const overlaps = (one: Partition) => (other: Partition) =>
    one.of === other.of && one.fromAt < other.toAt && other.fromAt < one.toAt;
  const isOld = ({ of, toAt }: Partition) => rules.some((rule) => rule.of === of && toAt <= now - rule.keptMs);
  return { make: wanted.filter((one) => !existing.some(overlaps(one))), drop: existing.filter(isOld) };
}
