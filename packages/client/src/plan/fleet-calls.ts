import {
  type AssetScheduleCommand,
  type FleetHeadroom,
  type FleetHeadroomRequest,
  type FleetPlans,
  type FleetPlansRequest,
  HEADERS,
  PATHS,
  type ScheduleValidation,
  type SiteFollowing,
  type SiteHeadroom,
  type SiteMeasurements,
  type SitePlan,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';

/** A window of time: from one instant up to another, as RFC 3339 texts with an offset. */
export interface WindowOptions {
  readonly from: string;
  readonly to: string;
}

/** A window of time, by intervals. */
export interface IntervalOptions extends WindowOptions {
  /** Minutes; 15 when left out. */
  readonly resolution?: number;
}

/** What else to know of a batch that is only asked about. */
export interface ValidateOptions {
  /** Whether the plan is wanted too: of a window, or, with `true`, of all that the batch changes. */
  readonly plan?: WindowOptions | true;
  /** Judges against this version of the schedule alone (412 `precondition_failed`). */
  readonly ifScheduleVersion?: number;
}

/** What will happen on the sites, why, and what did happen. */
export interface FleetCalls {
  /** What will happen on a site, and why. */
  readPlan(siteId: string, window: WindowOptions): Promise<SitePlan>;
  /** The plans of up to 1,000 sites, in the order in which they are named. */
  readPlans(request: FleetPlansRequest): Promise<FleetPlans>;
  /** How much more of each booking, and of the setpoint up and down, fits beside what is set. */
  readHeadroom(siteId: string, window: IntervalOptions): Promise<SiteHeadroom>;
  /** The same of up to 1,000 sites, and the sum. */
  readHeadrooms(request: FleetHeadroomRequest): Promise<FleetHeadroom>;
  /** Whether the setpoints that reach into a window were followed. */
  readFollowing(siteId: string, window: WindowOptions): Promise<SiteFollowing>;
  /** What was measured, by 1 minute or a multiple of 15. */
  readMeasurements(siteId: string, window: IntervalOptions): Promise<SiteMeasurements>;
  /** What would become of a batch; nothing is set. */
  validate(
    siteId: string,
    schedules: readonly AssetScheduleCommand[],
    options?: ValidateOptions,
  ): Promise<ScheduleValidation>;
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
    async readHeadroom(siteId, { from, to, resolution }) {
      const path = PATHS.fleetSiteHeadroom;
      const query = { from, to, resolution };
      return (await send({ method: 'GET', path, params: { siteId }, query })).body as SiteHeadroom;
    },
    async readHeadrooms(body) {
      return (await send({ method: 'POST', path: PATHS.fleetHeadroom, body })).body as FleetHeadroom;
    },
    async readFollowing(siteId, { from, to }) {
      const query = { from, to };
      const path = PATHS.fleetSiteFollowing;
      return (await send({ method: 'GET', path, params: { siteId }, query })).body as SiteFollowing;
    },
    async readMeasurements(siteId, { from, to, resolution }) {
      const query = { from, to, resolution };
      const path = PATHS.fleetSiteMeasurements;
      return (await send({ method: 'GET', path, params: { siteId }, query })).body as SiteMeasurements;
    },
    async validate(siteId, schedules, { plan, ifScheduleVersion } = {}) {
      const { body } = await send({
        method: 'POST',
        path: PATHS.fleetSiteValidate,
        params: { siteId },
        query: plan === undefined ? {} : { plan: 'true', ...(plan === true ? {} : { from: plan.from, to: plan.to }) },
        headers: ifScheduleVersion === undefined ? {} : { [HEADERS.ifScheduleVersion]: String(ifScheduleVersion) },
        body: { schedules },
      });
      return body as ScheduleValidation;
    },
  };
}
