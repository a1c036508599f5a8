import type { Ratings } from '../devices/rating.ts';
import { fcrPair } from '../plan/fcr-pair.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { planAt } from '../plan/resolve-instant.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import { type Tolerance, toleranceKw } from './tolerance.ts';

export interface OrderJudging {
  readonly order: PoolOrder;
  /** All that are in force, this one among them. */
  readonly orders: readonly PoolOrder[];
  /** What is set and not held. */
  readonly commands: Commands;
  readonly ratings: Ratings;
  /** What was reported last of the connection point; null where nothing was. */
  readonly measuredKw: number | null;
  readonly reportedAt: number | null;
  readonly isOnline: boolean;
  readonly tolerance: Tolerance;
}

/** How a site follows an order by its last report. */
export interface OrderFollowing {
  /** `underway`: not there yet, and the ramp is not over. */
  readonly state: 'followed' | 'underway' | 'deviating' | 'unknown';
  /** Why it is not known. */
  readonly because: 'silent' | 'not_reported_since' | 'not_measured' | 'no_setpoint' | null;
  /** Measured minus planned without this order. */
  readonly suppliedKw: number | null;
}

/** Compares an order in force with what was measured last. */
export function judgeOrder(judging: OrderJudging): OrderFollowing {
  const { order, orders, measuredKw, reportedAt, isOnline, tolerance } = judging;
  if (!isOnline || reportedAt === null) return unknown('silent');
  if (reportedAt < order.at) return unknown('not_reported_since');
  if (measuredKw === null) return unknown('not_measured');
  const targetKw = targetAt(judging, orders, reportedAt);
  const others = orders.filter((other) => other !== order);
  const withoutKw = targetAt(judging, others, reportedAt);
  if (targetKw === null || withoutKw === null) return unknown('no_setpoint');
  const suppliedKw = measuredKw - withoutKw;
  const allowedKw = toleranceKw(tolerance, targetKw);
  const { lessKw, moreKw } = fcrPair(valuesAt(judging.commands, reportedAt), 'grid');
  const isThere = measuredKw >= targetKw - lessKw - allowedKw && measuredKw <= targetKw + moreKw + allowedKw;
  const isRamping = reportedAt < order.at + tolerance.rampSeconds * 1_000;
  return { state: isThere ? 'followed' : isRamping ? 'underway' : 'deviating', because: null, suppliedKw };
}

function unknown(because: NonNullable<OrderFollowing['because']>): OrderFollowing {
  return { state: 'unknown', because, suppliedKw: null };
}

function targetAt({ commands, ratings }: OrderJudging, orders: readonly PoolOrder[], atMs: number): number | null {
  return planAt(layOrders(commands, orders), ratings, atMs).grid.target;
}
