import type { PoolId, SiteId } from '@setpoint/contract';
import { oneOfEachService, ordersOverTime, type PoolOrder } from '@setpoint/core';
import type { PoolInForce } from '../signals/order-board.ts';

/** What pools asked their members for in the last moments, by what this node saw of it. */
export interface RecentOrders {
  note(pools: readonly PoolInForce[], now: number): void;
  /** One of each service at a time; undefined where this node has not looked for so long. */
  of(siteId: SiteId, since: number): readonly PoolOrder[] | undefined;
}

export function createRecentOrders(keptMs: number): RecentOrders {
  const pools = new Map<PoolId, PoolInForce[]>();
  let firstAt: number | undefined;
  return {
    note(inForce, now) {
      firstAt = Math.min(firstAt ?? now, now);
      for (const pool of inForce) {
        const before = pools.get(pool.poolId) ?? [];
        if (before.at(-1)?.division !== pool.division) pools.set(pool.poolId, [...before, pool]);
      }
      for (const [poolId, those] of pools) {
        const kept = those.filter((one, index) => endOf(one, those[index + 1]) > now - keptMs);
        if (kept.length === 0) pools.delete(poolId);
        else pools.set(poolId, kept);
      }
    },
    of(siteId, since) {
      if (firstAt === undefined || since < firstAt) return undefined;
      return oneOfEachService([...pools.values()].flatMap((those) => ordersOf(siteId, those)));
    },
  };
}

/** When the next one came, or it ended by itself. */
function endOf({ division }: PoolInForce, next: PoolInForce | undefined): number {
  return Math.min(division.validUntil, next?.division.at ?? Number.POSITIVE_INFINITY);
}

function ordersOf(siteId: SiteId, those: readonly PoolInForce[]): PoolOrder[] {
  const [first] = those;
  if (first === undefined) return [];
  const divisions = those.map(({ division: { sequence, at, validUntil, shares } }) => {
    return { sequence, at, validUntil, share: shares.get(siteId) };
  });
  return ordersOverTime({ poolId: first.poolId, service: first.service }, divisions);
}
