import type { SiteId } from '@setpoint/contract';
import { ordersInForce, type PoolOrder } from '@setpoint/core';
import { manySites } from '../access/sites/many-sites.ts';
import type { Access } from '../access/access.ts';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { plansAnswer, sitePlanAnswer } from './plan-answers.ts';

export interface PlanRoutes extends StoreAndClock {
  readonly access: Access;
  /** What pools ask sites for now. */
  readonly orders: { readonly of: (siteId: SiteId) => readonly PoolOrder[] };
}

/** What will happen on a site, or on many, and why. */
export function planRoutes(serve: Serve, options: PlanRoutes): void {
  const { now } = options;
  const ordersOf = (siteId: SiteId) => ordersInForce(options.orders.of(siteId), now());

  serve.sent('getSitePlan', async ({ compute, site: { siteId }, query }) =>
    compute(sitePlanAnswer, {
      siteId,
      asked: { window: readWindow(query), because: query.because },
      orders: ordersOf(siteId),
    }),
  );

  serve.sent('getPlans', async ({ compute, caller, body }) => {
    const { siteIds: named, poolId, because = true, ...bounds } = body;
    const asked = { window: readWindow(bounds), because };
    const siteIds = await manySites(options, caller, { siteIds: named, poolId });
    const ordered = siteIds.map((siteId) => [siteId, ordersOf(siteId)] as const);
    return compute(plansAnswer, { siteIds, asked, orders: new Map(ordered.filter(([, orders]) => orders.length > 0)) });
  });
}
