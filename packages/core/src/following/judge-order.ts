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
  /** All of the ramp time before the report, these among them. */
  readonly recent: readonly PoolOrder[];
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
  /** `underway`: not there, but between what it should have done at any time of the last ramp. */
  readonly state: 'followed' | 'underway' | 'deviating' | 'unknown';
  /** Why it is not known. */
  readonly because: 'silent' | 'not_reported_since' | 'not_measured' | 'no_setpoint' | null;
  /** Measured minus planned without this order. */
  readonly suppliedKw: number | null;
}

/** Compares an order in force with what was measured last. */
export function judgeOrder(judging: OrderJudging): OrderFollowing {
  const { order, orders, measuredKw, reportedAt, isOnline } = judging;
  if (!isOnline || reportedAt === null) return unknown('silent');
  if (reportedAt < order.at) return unknown('not_reported_since');
  if (measuredKw === null) return unknown('not_measured');
  const targetKw = targetAt(judging, orders, reportedAt);
  const others = orders.filter((other) => other !== order);
  const withoutKw = targetAt(judging, others, reportedAt);
  if (targetKw === null || withoutKw === null) return unknown('no_setpoint');
  const suppliedKw = measuredKw - withoutKw;
  return { state: stateOf(judging, { measuredKw, targetKw, reportedAt }), because: null, suppliedKw };
}

interface MeasuredAt {
  readonly measuredKw: number;
  readonly targetKw: number;
  readonly reportedAt: number;
}

function stateOf(judging: OrderJudging, { measuredKw, targetKw, reportedAt }: MeasuredAt): OrderFollowing['state'] {
  const allowedKw = toleranceKw(judging.tolerance, targetKw);
  const { lessKw, moreKw } = fcrPair(valuesAt(judging.commands, reportedAt), 'grid');
  const isWithin = (lowKw: number, highKw: number) =>
    measuredKw >= lowKw - lessKw - allowedKw && measuredKw <= highKw + moreKw + allowedKw;
  if (isWithin(targetKw, targetKw)) return 'followed';
  const { lowKw, highKw } = bandOf(judging, reportedAt);
  return isWithin(lowKw, highKw) ? 'underway' : 'deviating';
}

// Signals come faster than a ramp takes: what was right at any time of it may still be measured, and nothing else.
function bandOf(judging: OrderJudging, reportedAt: number) {
  const { recent, tolerance } = judging;
  const fromMs = reportedAt - tolerance.rampSeconds * 1_000;
  const changes = recent.flatMap(({ at, validUntil }) => [at, validUntil]);
  const instants = [fromMs + 1, reportedAt, ...changes.filter((at) => at > fromMs && at <= reportedAt)];
  const targets = instants.flatMap((at) => targetAt(judging, recent, at) ?? []);
  return { lowKw: Math.min(...targets), highKw: Math.max(...targets) };
}

function unknown(because: NonNullable<OrderFollowing['because']>): OrderFollowing {
  return { state: 'unknown', because, suppliedKw: null };
}

function targetAt({ commands, ratings }: OrderJudging, orders: readonly PoolOrder[], atMs: number): number | null {
  return planAt(layOrders(commands, orders), ratings, atMs).grid.target;
}
