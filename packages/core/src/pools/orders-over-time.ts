import type { PoolId } from '@setpoint/contract';
import type { PoolOrder } from '../plan/lay-orders.ts';
import type { PoolService } from './member-capacity.ts';
import type { PackedShare } from './pack-shares.ts';
import type { MemberShare } from './divide-signal.ts';

/** Whether a member heard of a division; one that goes on with an earlier order did not, whatever hinders it. */
export function wasTold({ follows, because }: Pick<MemberShare, 'follows' | 'because'>): boolean {
  return because !== 'offline' && follows === 0;
}

/** A division of a signal, as one site sees it. */
export interface DivisionOfSite {
  readonly sequence: number;
  readonly at: number;
  readonly validUntil: number;
  /** Undefined where the site was no member. */
  readonly share: PackedShare | undefined;
}

interface Asking {
  readonly poolId: PoolId;
  readonly service: PoolService;
}

//  a site that cannot be reached    order 1 |======|===>
//  keeps the order it has           division 2         x
/** What a pool asked a site for over time, from its divisions in order: each order lasts until the next, or until its end. */
export function ordersOverTime(pool: Asking, divisions: readonly DivisionOfSite[]): PoolOrder[] {
  const orders: PoolOrder[] = [];
  // If the clock was set back, the later division decides.
  let nextAt = Number.POSITIVE_INFINITY;
  for (const { sequence, at, validUntil, share } of divisions.toReversed()) {
    if (share !== undefined && !wasTold(share)) continue;
    const endAt = Math.min(validUntil, nextAt);
    if (share !== undefined && at < endAt) {
      orders.push({ ...pool, sequence, watts: share.watts, at, validUntil: endAt });
    }
    nextAt = Math.min(nextAt, at);
  }
  return orders.toReversed();
}

/** The orders of several pools, of which a site follows one of each service: the one that began last. */
export function oneOfEachService(orders: readonly PoolOrder[]): PoolOrder[] {
  return [...Map.groupBy(orders, ({ service }) => service).values()].flatMap((those) => {
    const inOrder = those.toSorted((one, other) => one.at - other.at);
    const ended = inOrder.map((order, index) => {
      return { ...order, validUntil: Math.min(order.validUntil, inOrder[index + 1]?.at ?? order.validUntil) };
    });
    return ended.filter(({ at, validUntil }) => at < validUntil);
  });
}
