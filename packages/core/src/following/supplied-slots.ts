import type { PoolId } from '@setpoint/contract';
import type { Ratings } from '../devices/rating.ts';
import { layOrders, type PoolOrder } from '../plan/lay-orders.ts';
import { resolvePlan } from '../plan/resolve-plan.ts';
import { firstIndex } from '../time/first-index.ts';
import type { Window } from '../time/sweep.ts';
import type { InForceCommands } from './judge-following.ts';
import type { MeasuredSlot } from './measured-slots.ts';
import { meanWithoutOrders, withoutOrders } from './without-orders.ts';

export interface SuppliedInput {
  readonly poolId: PoolId;
  /** What pools asked the site for, one order of each service at a time. */
  readonly orders: readonly PoolOrder[];
  readonly commands: InForceCommands;
  readonly ratings: Ratings;
  /** What was measured of the connection point. */
  readonly measured: readonly MeasuredSlot[];
  /** In order. */
  readonly slots: readonly Window[];
}

/** What a pool asked a member for, and what that supplied of it, in the mean of a slot. */
export interface SuppliedSlot extends Window {
  readonly orderedKw: number;
  /** Measured minus planned without the orders of the pool; null where that is not known. */
  readonly suppliedKw: number | null;
}

/** The slots that an order of a pool reaches into. */
export function suppliedSlots({ poolId, slots, orders, measured, ...planned }: SuppliedInput): SuppliedSlot[] {
  const [fromMs, toMs] = [slots[0]?.fromMs ?? 0, slots.at(-1)?.toMs ?? 0];
  const own = orders.filter((order) => order.poolId === poolId).toSorted((one, other) => one.at - other.at);
  const others = orders.filter((order) => order.poolId !== poolId);
  const commands = layOrders(planned.commands, others);
  const segments = resolvePlan({ ...planned, commands, window: { fromMs, toMs }, stored: null }).grid;
  const reference = withoutOrders(own, { segments, commands, asset: 'grid', rampMs: 0 });
  const measuredAt = new Map(measured.map((slot) => [slot.fromMs, slot]));
  return slots.flatMap((slot) => {
    const orderedKw = meanOrder(own, slot);
    if (orderedKw === undefined) return [];
    const powerKw = measuredAt.get(slot.fromMs)?.powerKw;
    const withoutKw = powerKw === undefined ? undefined : meanWithoutOrders(reference, slot);
    const suppliedKw = powerKw === undefined || withoutKw === undefined ? null : powerKw - withoutKw;
    return [{ ...slot, orderedKw, suppliedKw }];
  });
}

const WATTS_PER_KW = 1_000;

/** Over the whole slot: where it has no order, nothing is asked for. Undefined where it has none at all. */
function meanOrder(orders: readonly PoolOrder[], { fromMs, toMs }: Window): number | undefined {
  let sum: number | undefined;
  for (let index = firstIndex(orders, ({ validUntil }) => validUntil > fromMs); ; index += 1) {
    const order = orders[index];
    if (order === undefined || order.at >= toMs) break;
    sum = (sum ?? 0) + order.watts * (Math.min(order.validUntil, toMs) - Math.max(order.at, fromMs));
  }
  return sum === undefined ? undefined : sum / WATTS_PER_KW / (toMs - fromMs);
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

interface Kept {
  /** From when on the means of minutes are kept. */
  readonly minutesFrom: number;
  readonly now: number;
}

/** The slots that lie wholly in a window and are over: minutes, or quarters of an hour where not all minutes are kept. */
export function slotsOver({ fromMs, toMs }: Window, { minutesFrom, now }: Kept): Window[] {
  const minutesAt = Math.ceil(minutesFrom / QUARTER_MS) * QUARTER_MS;
  const endMs = Math.min(toMs, now);
  const quarters = slotsOf(QUARTER_MS, fromMs, Math.min(endMs, minutesAt));
  return [...quarters, ...slotsOf(MINUTE_MS, Math.max(fromMs, minutesAt), endMs)];
}

function slotsOf(lengthMs: number, fromMs: number, toMs: number): Window[] {
  const slots: Window[] = [];
  for (let at = Math.ceil(fromMs / lengthMs) * lengthMs; at + lengthMs <= toMs; at += lengthMs) {
    slots.push({ fromMs: at, toMs: at + lengthMs });
  }
  return slots;
}
