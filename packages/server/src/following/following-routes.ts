import { ordersInForce, type Tolerances } from '@setpoint/core';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { OrdersFollowing } from './follow-orders.ts';
import type { PastOrders } from './judge-site.ts';
import { siteFollowingAnswer } from './site-following-answer.ts';

export interface FollowingRoutes extends OrdersFollowing {
  readonly pastOrders: PastOrders;
  readonly tolerances: Tolerances;
}

/** Whether a site did what was planned. */
export function followingRoutes(serve: Serve, options: FollowingRoutes): void {
  const { pastOrders, tolerances, orders, now, offlineAfterMs } = options;
  serve.sent('getSiteFollowing', async ({ compute, site, query }) => {
    const window = readWindow(query);
    const at = now();
    return compute(siteFollowingAnswer(pastOrders), {
      site,
      window,
      tolerances,
      orders: ordersInForce(orders.of(site.siteId), at),
      now: at,
      offlineAfterMs,
    });
  });
}
