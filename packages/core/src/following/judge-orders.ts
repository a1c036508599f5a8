import type { PoolId, PoolServiceName } from '@setpoint/contract';
import type { Commands } from '../time/values-at.ts';
import { judgeOrder, type OrderFollowing, type OrderJudging } from './judge-order.ts';

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
