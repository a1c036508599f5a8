import type { Ratings } from '../devices/rating.ts';
import { fcrPair } from '../plan/fcr-pair.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { type Commands, valuesAt } from '../time/values-at.ts';
import { type Asked, askedSince, targetAt } from './asked-since.ts';
import { type Tolerance, toleranceKw } from './tolerance.ts';

/** A power at an instant. */
export interface TimedPower {
  readonly atMs: number;
  readonly powerKw: number;
}

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
}

/** What nothing is known of. */
export function notFollowed(because: NonNullable<OrderFollowing['because']>): OrderFollowing {
  return { state: 'unknown', because, suppliedKw: null };
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
  return { state: stateOf(judging, { measuredKw, targetKw }), because: null, suppliedKw };
}

function targetWith({ commands, ratings, reportedAt }: OrderJudging, orders: readonly PoolOrder[]): number | null {
  return targetAt('grid', layOrders(commands, orders), ratings)(reportedAt);
}

interface MeasuredAt {
  readonly measuredKw: number;
  readonly targetKw: number;
}

function stateOf(judging: OrderJudging, { measuredKw, targetKw }: MeasuredAt): OrderFollowing['state'] {
  const { reportedAt } = judging;
  const allowedKw = toleranceKw(judging.tolerance, targetKw);
  const { lessKw, moreKw } = fcrPair(valuesAt(judging.commands, reportedAt), 'grid');
  const isWithin = (lowKw: number, highKw: number) =>
    measuredKw >= lowKw - lessKw - allowedKw && measuredKw <= highKw + moreKw + allowedKw;
  const { commands, recent, ratings } = judging;
  const fromMs = reportedAt - judging.tolerance.rampSeconds * 1_000;
  const over = { ratings, fromMs: 2 * fromMs - reportedAt, toMs: reportedAt };
  const asked = askedSince('grid', layOrders(commands, recent), over);
  if (standsStill(judging, { asked, toleratedKw: allowedKw + lessKw + moreKw })) return 'deviating';
  if (isWithin(targetKw, targetKw)) return 'followed';
  // Signals come faster than a ramp takes: what was right at any time of it may still be measured, and nothing else.
  const first = asked.findLastIndex(({ atMs }) => atMs <= fromMs + 1);
  const sinceThen = asked.slice(Math.max(0, first)).map(({ powerKw }) => powerKw);
  const targets = sinceThen.flatMap((powerKw) => powerKw ?? []);
  // From its own mode, it may come from anywhere.
  const isDue = targets.length === sinceThen.length && !isWithin(Math.min(...targets), Math.max(...targets));
  return isDue ? 'deviating' : 'underway';
}

interface Standing {
  readonly asked: readonly Asked[];
  readonly toleratedKw: number;
}

// Of what a site would be away that stands still; fewer reports prove nothing.
const STILL_SHARE = 0.85;
const REPORTS_AT_LEAST = 3;
const STEP_MS = 1_000;

/**
 * Whether a site might as well stand still where it is on average, were it as late as it may be: a signal that swings
 * would hide it between the targets of its last ramp.
 */
function standsStill({ tolerance, powers, reportedAt }: OrderJudging, { asked, toleratedKw }: Standing): boolean {
  const rampMs = tolerance.rampSeconds * 1_000;
  const isLong = reportedAt - (powers[0]?.atMs ?? reportedAt) >= rampMs / 2;
  if (!isLong || powers.length < REPORTS_AT_LEAST || asked.some(({ powerKw }) => powerKw === null)) return false;
  const meanKw = meanOf(powers.map(({ powerKw }) => powerKw));
  let [awayKw, stillKw] = [Number.POSITIVE_INFINITY, 0];
  for (let lateMs = 0; lateMs <= rampMs; lateMs += STEP_MS) {
    const wanted = powers.map(({ atMs }) => asked.findLast((one) => one.atMs <= atMs - lateMs)?.powerKw ?? 0);
    const away = meanOf(powers.map(({ powerKw }, index) => Math.abs(powerKw - (wanted[index] ?? 0))));
    if (away <= toleratedKw) return false;
    if (away >= awayKw) continue;
    awayKw = away;
    stillKw = meanOf(wanted.map((kW) => Math.abs(meanKw - kW)));
  }
  return awayKw > STILL_SHARE * stillKw;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
