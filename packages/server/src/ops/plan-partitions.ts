import type { Partition } from '../store/transactions/keep-partitions.ts';

const DAY_MS = 86_400_000;
// With this many ahead, a day on which none could be made does no harm.
const AHEAD = 2;

/** How long a partition of means of one length is, and for how long they are kept. */
interface PartitionRule {
  readonly minutes: number;
  readonly lengthMs: number;
  readonly keptMs: number;
}

export function partitionRules(kept: { readonly minuteMs: number; readonly quarterMs: number }): PartitionRule[] {
  return [
    { minutes: 1, lengthMs: DAY_MS, keptMs: kept.minuteMs },
    { minutes: 15, lengthMs: 7 * DAY_MS, keptMs: kept.quarterMs },
  ];
}

export interface PartitionPlan {
  readonly make: readonly Partition[];
  readonly drop: readonly Partition[];
}

/** What must be made for the time that comes, and what may go because all of it has had its time. */
export function planPartitions(
  existing: readonly Partition[],
  rules: readonly PartitionRule[],
  now: number,
): PartitionPlan {
  const wanted = rules.flatMap(({ minutes, lengthMs }) => {
    const start = now - (now % lengthMs);
    return Array.from({ length: AHEAD + 1 }, (_, index) => ({
      minutes,
      fromAt: start + index * lengthMs,
      toAt: start + (index + 1) * lengthMs,
    }));
  });
  const overlaps = (one: Partition) => (other: Partition) =>
    one.minutes === other.minutes && one.fromAt < other.toAt && other.fromAt < one.toAt;
  const isOld = ({ minutes, toAt }: Partition) =>
    rules.some((rule) => rule.minutes === minutes && toAt <= now - rule.keptMs);
  return { make: wanted.filter((one) => !existing.some(overlaps(one))), drop: existing.filter(isOld) };
}
