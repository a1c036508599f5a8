import type { Ratings } from '../devices/rating.ts';
import { fcrPair } from '../plan/fcr-pair.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import { askedSince, targetAt } from './asked-since.ts';
import { doubtOf, isMissed, mostOf, missedOver, type OverRamp, standsStill, type TimedPower } from './over-ramp.ts';
import { type Tolerance, toleranceKw } from './tolerance.ts';
import type { PoolId, PoolServiceName } from '@setpoint/contract';

export interface OrderJudging {
  readonly order: PoolOrder;
  /** All that are in force, this one among them. */
  readonly orders: readonly PoolOrder[];
  /** All of the two ramps before the report, these among them. */
  readonly recent: readonly PoolOrder[];
  /** What is set and not held. */
  readonly commands: Commands;
  readonly ratings: Ratings;
  /** What was reported last of the connection point; null where nothing was. */
  readonly measuredKw: number | null;
  readonly reportedAt: number;
  readonly tolerance: Tolerance;
  /** What was reported of the connection point in the last ramp, the last report among it. */
  readonly powers: readonly TimedPower[];
}

/** How a site follows an order by its last report. */
export interface OrderFollowing {
  /** `underway`: not there, but between what it should have done at any time of the last ramp. */
  readonly state: 'followed' | 'underway' | 'deviating' | 'unknown';
  /** Why it is not known. */
  readonly because: 'silent' | 'not_reported_since' | 'not_measured' | 'no_setpoint' | null;
  /** Measured minus planned without this order. */
  readonly suppliedKw: number | null;
  /** How far it was, on average, from all that was right in a ramp, and the most ordered; null where too little is known. */
  readonly missed: { readonly kW: number; readonly mostKw: number; readonly doubtKw: number } | null;
}

/** What nothing is known of. */
export function notFollowed(because: NonNullable<OrderFollowing['because']>): OrderFollowing {
  return { state: 'unknown', because, suppliedKw: null, missed: null };
}

/** Compares an order in force with what a report measured. */
export function judgeOrder(judging: OrderJudging): OrderFollowing {
  const { order, orders, measuredKw } = judging;
  if (measuredKw === null) return notFollowed('not_measured');
  const targetKw = targetWith(judging, orders);
  const withoutKw = targetWith(
    judging,
    orders.filter((other) => other !== order),
  );
  if (targetKw === null || withoutKw === null) return notFollowed('no_setpoint');
  const suppliedKw = measuredKw - withoutKw;
  return { ...comparedWith(judging, { measuredKw, targetKw }), because: null, suppliedKw };
}

function targetWith({ commands, ratings, reportedAt }: OrderJudging, orders: readonly PoolOrder[]): number | null {
  return targetAt('grid', layOrders(commands, orders), ratings)(reportedAt);
}

interface MeasuredAt {
  readonly measuredKw: number;
  readonly targetKw: number;
}

// An order that is missed by less is given in part.
const MUCH_SHARE = 0.2;

function comparedWith(
  judging: OrderJudging,
  { measuredKw, targetKw }: MeasuredAt,
): Pick<OrderFollowing, 'state' | 'missed'> {
  const { reportedAt, commands, recent, ratings, powers, tolerance } = judging;
  const { lessKw, moreKw } = fcrPair(valuesAt(commands, reportedAt), 'grid');
  const toleratedKw = toleranceKw(tolerance, targetKw);
  const rampMs = tolerance.rampSeconds * 1_000;
  const twoRamps = { ratings, fromMs: reportedAt - 2 * rampMs, toMs: reportedAt };
  const mostKw = mostOf(recent, judging.order);
  const over: OverRamp = { powers, asked: askedSince('grid', layOrders(commands, recent), twoRamps), rampMs };
  const found = missedOver(over);
  // Of an order, not of the whole connection point: it may be small beside it.
  const muchKw = Math.max(tolerance.kw, MUCH_SHARE * mostKw) + lessKw + moreKw;
  const missed = found === undefined ? null : { kW: found.meanKw, mostKw, doubtKw: doubtOf(found, over) };
  const isFarFrom = found !== undefined && isMissed(found, over, muchKw);
  if (isFarFrom || standsStill(over, muchKw)) return { state: 'deviating', missed };
  const isWithin = (lowKw: number, highKw: number) =>
    measuredKw >= lowKw - lessKw - toleratedKw && measuredKw <= highKw + moreKw + toleratedKw;
  if (isWithin(targetKw, targetKw)) return { state: 'followed', missed };
  const targets = askedInRamp(over, reportedAt - rampMs);
  // From its own mode, it may come from anywhere.
  const isDue = targets !== undefined && !isWithin(Math.min(...targets), Math.max(...targets));
  return { state: isDue ? 'deviating' : 'underway', missed };
}

/** Signals come faster than a ramp takes: what was right at any time of it may still be measured, and nothing else. */
function askedInRamp({ asked }: OverRamp, fromMs: number): number[] | undefined {
  const first = asked.findLastIndex(({ atMs }) => atMs <= fromMs + 1);
  const since = asked.slice(Math.max(0, first)).map(({ powerKw }) => powerKw);
  const targets = since.flatMap((powerKw) => powerKw ?? []);
  return targets.length === since.length ? targets : undefined;
}

/** How a site follows a pool by a report. */
export interface JudgedOrder {
  readonly poolId: PoolId;
  readonly service: PoolServiceName;
  /** The order in force then, in whole watts; plus is import. */
  readonly watts: number;
  readonly judged: OrderFollowing;
}

interface OrdersJudging extends Omit<OrderJudging, 'order' | 'orders' | 'commands' | 'reportedAt'> {
  readonly now: number;
  /** What it may go by: what is set, and what it may not have heard the end of. */
  readonly commands: readonly Commands[];
}

const STATES = ['followed', 'underway', 'deviating', 'unknown'] as const;

/** Judges a report by each order of its instant: what was set last may not have come to the site yet. */
export function judgeOrders({ commands, now, ...judging }: OrdersJudging): JudgedOrder[] {
  const orders = judging.recent.filter(({ at, validUntil }) => at <= now && now < validUntil);
  return orders.flatMap((order) => {
    const { poolId, service, watts } = order;
    const by = { ...judging, order, orders, reportedAt: now };
    const found = commands.map((one) => judgeOrder({ ...by, commands: one }));
    const judged = STATES.flatMap((state) => found.find((one) => one.state === state) ?? [])[0];
    return judged === undefined ? [] : [{ poolId, service, watts, judged }];
  });
}
