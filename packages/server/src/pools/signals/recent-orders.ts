import type { PoolId, PoolServiceName, SiteId } from '@setpoint/contract';
import { oneOfEachService, ordersOverTime, type PoolOrder } from '@setpoint/core';
import type { StoredDivision } from '../steps/division-from-row.ts';

interface DividedPool {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  readonly division: Pick<StoredDivision, 'sequence' | 'at' | 'validUntil' | 'shares'>;
}

// Two ramps, and the time between two reports.
const KEPT_MS = 150_000;

/** What pools asked their members for in the last moments, by what this node saw of it. */
export function recentOrders(beganAt: number) {
  const pools = new Map<PoolId, DividedPool[]>();
  /** Of a pool that went on when the node began, the last divisions alone are known. */
  const knownSince = new Map<PoolId, number>();
  return {
    note(pool: DividedPool, now: number): void {
      const { at } = pool.division;
      if (at < beganAt && !knownSince.has(pool.poolId)) knownSince.set(pool.poolId, at);
      const all = [...(pools.get(pool.poolId) ?? []), pool];
      const kept = all.filter((one, index) => endOf(one, all[index + 1]) > now - KEPT_MS);
      if (kept.length === 0) pools.delete(pool.poolId);
      else pools.set(pool.poolId, kept);
    },
    since(siteId: SiteId, instant: number): readonly PoolOrder[] | undefined {
      const orders = [...pools.values()].flatMap((those) => ordersOf(siteId, those));
      if (orders.some(({ poolId }) => instant < (knownSince.get(poolId) ?? instant))) return undefined;
      return oneOfEachService(orders).filter(({ validUntil }) => validUntil > instant);
    },
  };
}

/** When the next one came, or it ended by itself. */
function endOf({ division }: DividedPool, next: DividedPool | undefined): number {
  return Math.min(division.validUntil, next?.division.at ?? Number.POSITIVE_INFINITY);
}

function ordersOf(siteId: SiteId, those: readonly DividedPool[]): PoolOrder[] {
  const [first] = those;
  if (first === undefined) return [];
  const divisions = those.map(({ division: { sequence, at, validUntil, shares } }) => {
    return { sequence, at, validUntil, share: shares.get(siteId) };
  });
  return ordersOverTime({ poolId: first.poolId, service: first.service }, divisions);
}
