import { AppError } from '@setpoint/contract';
import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import { forgetMinutes, forgetQuarters, MEASUREMENTS_KEPT } from './measurements-kept.ts';
import { TOLERANCES, type PastOrders } from './judge-site.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { announceFollowing } from './announce-following.ts';
import { readResolution } from '../http/read/read-resolution.ts';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { measurementsAnswer } from './measurements-answer.ts';
import { ordersInForce, type Tolerances } from '@setpoint/core';
import type { OrdersFollowing } from './follow-orders.ts';
import { siteFollowingAnswer } from './site-following-answer.ts';

type FollowingGround = Omit<FollowingRoutes, 'tolerances'> & StoreAndClock & CertainClock;

/** What was measured, and whether it is what was set. */
export function followingRoom(ground: FollowingGround): Room {
  const { store, certainNow: now, pastOrders } = ground;
  return {
    routes(serve) {
      followingRoutes(serve, { ...ground, tolerances: TOLERANCES });
      measurementRoutes(serve);
    },
    forgetting: [forgetMinutes.after(MEASUREMENTS_KEPT.minuteMs), forgetQuarters.after(MEASUREMENTS_KEPT.quarterMs)],
    clockSteps: [(signal) => announceFollowing({ store, now, pastOrders, tolerances: TOLERANCES, signal })],
  };
}

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;

/** What was measured on a site. */
function measurementRoutes(serve: Serve): void {
  serve.sent('getSiteMeasurements', async ({ compute, site, query }) => {
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    if (stepMs !== MINUTE_MS && stepMs % QUARTER_MS !== 0) {
      throw new AppError('bad_request', 'resolution must be 1, or a multiple of 15 minutes');
    }
    // The stretches, aligned to the clock, that begin in the window.
    const [fromMs = 0, toMs = 0] = [window.fromMs, window.toMs].map((at) => Math.ceil(at / stepMs) * stepMs);
    return compute(measurementsAnswer, { site, fromMs, toMs, stepMs });
  });
}

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
