import { type FleetPlans, type FleetPlansRequest, PATHS, type SitePlan } from '@setpoint/contract';
import type { Send } from './call.ts';

/** A window of time: from one instant up to another, as RFC 3339 texts with an offset. */
export interface WindowOptions {
  readonly from: string;
  readonly to: string;
}

/** What will happen on the sites, why, and what did happen. */
export interface FleetCalls {
  /** What will happen on a site, and why. */
  readPlan(siteId: string, window: WindowOptions): Promise<SitePlan>;
  /** The plans of up to 1,000 sites, in the order in which they are named. */
  readPlans(request: FleetPlansRequest): Promise<FleetPlans>;
}

export function createFleetCalls(send: Send): FleetCalls {
  return {
    async readPlan(siteId, { from, to }) {
      const query = { from, to };
      return (await send({ method: 'GET', path: PATHS.fleetSitePlan, params: { siteId }, query })).body as SitePlan;
    },
    async readPlans(body) {
      return (await send({ method: 'POST', path: PATHS.fleetPlans, body })).body as FleetPlans;
    },
  };
}
