import type { PoolOrder } from '@setpoint/core';

/** An order with the time for which its site may follow it, or an earlier one of its pool. */
interface HeldOrder extends PoolOrder {
  readonly heldUntil: number;
}

/** What a site is asked for, with what else it may follow still because it was not told. */
export interface StandingOrder extends HeldOrder {
  /** The last one of each other pool. */
  readonly overtaken: readonly HeldOrder[];
  /** What its pool was asked for since, while the site was out of reach. */
  readonly missed?: { readonly sequence: number; readonly validUntil: number } | undefined;
}

//  pool A  |=====order 5=====>            a site that goes from A to B, and is cut off,
//  pool B        |=order 12=>             may follow either until it ends
/** What stands once this order came after what stood before. */
export function standingOrder(order: PoolOrder, before: StandingOrder | undefined, now: number): StandingOrder {
  if (before === undefined) return { ...order, heldUntil: order.validUntil, overtaken: [] };
  if (before.poolId === order.poolId && before.overtaken.length === 0) {
    return { ...order, heldUntil: Math.max(order.validUntil, before.heldUntil), overtaken: before.overtaken };
  }
  const { overtaken: earlier, ...last } = before;
  const all = [...earlier, last];
  const own = all.find(({ poolId }) => poolId === order.poolId);
  const held = { ...order, heldUntil: Math.max(order.validUntil, own?.heldUntil ?? 0) };
  const others = all.filter(({ poolId, heldUntil }) => poolId !== order.poolId && heldUntil > now);
  // What another node divided for a pool that the site has left may be heard of late.
  if (before.poolId !== order.poolId && order.at < before.at && before.at <= now) {
    return { ...before, overtaken: [...others.filter(({ poolId }) => poolId !== before.poolId), held] };
  }
  return { ...held, overtaken: others };
}

/** What stands of a site that is out of reach, after its pool was asked for something else. */
export function missedBy(
  orders: readonly StandingOrder[],
  { poolId, sequence, validUntil }: Pick<PoolOrder, 'poolId' | 'sequence' | 'validUntil'>,
): readonly StandingOrder[] {
  return orders.map((order) => {
    const isOlder = order.poolId === poolId && order.sequence < sequence;
    return isOlder ? { ...order, missed: { sequence, validUntil } } : order;
  });
}

/** The order as its site is told: it is over once its pool is asked for nothing any more, whatever it would have lasted. */
export function asTold(standing: StandingOrder, now: number): StandingOrder {
  const { missed } = standing;
  return missed === undefined || missed.validUntil > now ? standing : { ...standing, ...missed };
}

// Over on a site whose clock is behind, too.
const ENDED_BEFORE_MS = 3_600_000;

/**
 * What a controller needs to hear so that it follows this and nothing else, whatever it holds: first what it may hold
 * of other pools, each as having ended, since it may compare the sequences of all pools.
 */
export function ordersToTell(standing: StandingOrder, now: number): PoolOrder[] {
  const { overtaken, at, heldUntil } = standing;
  const ended = overtaken.filter((order) => order.heldUntil > now);
  const told: PoolOrder[] = ended.map((order) => ({ ...order, validUntil: at - ENDED_BEFORE_MS }));
  if (heldUntil > now) told.push(standing);
  return told;
}
