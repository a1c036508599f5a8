import type { PoolId } from '@setpoint/contract';
import { bookedShortages, type PoolShortage } from '@setpoint/core';
import type { PresentPool } from '../shortages/list-present-pools.ts';
import { type MembersReading, readMembers } from '../members/read-members.ts';

interface BookedSeen {
  readonly at: number;
  readonly missing: readonly PoolShortage[];
}

interface Watching extends MembersReading {
  readonly now: () => number;
}

export interface BookingsWatch {
  /** Looks at the pools that are due; those that were looked at longest ago first. */
  refresh(pools: readonly PresentPool[]): Promise<void>;
  /** What was missing when a pool was looked at last. */
  of(poolId: PoolId): BookedSeen | undefined;
  clear(): void;
}

const EVERY_MS = 10_000;
// Many or large pools are looked at less often, rather than take more than a share of a core.
const MOST_OF_A_LOOK_MS = 50;

/** Whether members can give what is booked, seen now and then. */
export function watchBookings({ now, ...reading }: Watching): BookingsWatch {
  const seen = new Map<PoolId, BookedSeen>();
  const seenAt = ({ poolId }: PresentPool) => seen.get(poolId)?.at ?? Number.NEGATIVE_INFINITY;
  return {
    async refresh(pools) {
      const present = new Set(pools.map(({ poolId }) => poolId));
      for (const poolId of seen.keys()) if (!present.has(poolId)) seen.delete(poolId);
      const started = performance.now();
      for (const pool of pools.toSorted((one, other) => (seenAt(one) < seenAt(other) ? -1 : 1))) {
        const at = now();
        if (Math.abs(at - seenAt(pool)) < EVERY_MS || performance.now() - started > MOST_OF_A_LOOK_MS) return;
        const members = await readMembers(reading, pool, at);
        seen.set(pool.poolId, { at, missing: bookedShortages(members, pool) });
      }
    },
    of: (poolId) => seen.get(poolId),
    clear: () => seen.clear(),
  };
}
