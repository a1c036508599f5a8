import { type FleetPlans, type FleetPlansRequest, PATHS, type SitePlan } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { PlanOptions, WindowOptions } from './window-options.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** The plans of the sites, with reasons. */
export interface PlanCalls {
  /** The plan of a site, with the reasons for each step; without them, `because` is empty everywhere. */
  readPlan(siteId: string, window: PlanOptions, options?: CallOptions): Promise<SitePlan>;
  /** The same as CSV, without the reasons. */
  planCsv(siteId: string, window: WindowOptions, options?: CallOptions): Promise<string>;
  /** The plans of up to 1,000 sites, in the order of the request. */
  readPlans(request: Unchanged<FleetPlansRequest>, options?: CallOptions): Promise<FleetPlans>;
}

export function createPlanCalls({ ask, table }: Connection): PlanCalls {
  return {
    readPlan: (siteId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetSitePlan, params: { siteId }, query }, options),
    planCsv: (siteId, query, options) => table({ path: PATHS.fleetSitePlan, params: { siteId }, query }, options),
    readPlans: (body, options) => ask({ method: 'POST', path: PATHS.fleetPlans, body }, options),
  };
}
