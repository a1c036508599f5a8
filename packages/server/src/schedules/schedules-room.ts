import { KEYS_KEPT_MS } from '@setpoint/core';
import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import { countBatches } from './count-batches.ts';
import { portfolioRoutes } from './portfolio-routes.ts';
import { forgetIdempotency } from './steps/keep-idempotent.ts';
import { type ScheduleRoutes, scheduleRoutes } from './schedule-routes.ts';

interface ScheduleGround extends Omit<ScheduleRoutes, 'countBatch' | 'onAccepted'> {
  readonly metrics: Metrics;
  readonly signals: SiteSignals;
}

/** Setting schedules, on one site or on many. */
export function schedulesRoom(ground: ScheduleGround): Room {
  const scheduling: ScheduleRoutes = {
    ...ground,
    countBatch: countBatches(ground.metrics),
    onAccepted: (siteId) => ground.signals.send(siteId, 'schedule'),
  };
  return {
    routes(serve) {
      scheduleRoutes(serve, scheduling);
      portfolioRoutes(serve, scheduling);
    },
    forgetting: [forgetIdempotency.after(KEYS_KEPT_MS)],
  };
}
