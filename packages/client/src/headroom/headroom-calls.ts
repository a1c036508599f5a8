import { type FleetHeadroom, type FleetHeadroomRequest, PATHS, type SiteHeadroom } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { IntervalOptions } from '../plan/window-options.ts';
import type { Unchanged } from '../http/unchanged.ts';

/** How much more fits on top of what is set. */
export interface HeadroomCalls {
  /** How much more of each booking, and of the setpoint up and down, fits on a site. */
  readHeadroom(siteId: string, window: IntervalOptions, options?: CallOptions): Promise<SiteHeadroom>;
  /** The same as CSV. */
  headroomCsv(siteId: string, window: IntervalOptions, options?: CallOptions): Promise<string>;
  /** The headroom of up to 1,000 sites, and the sum. */
  readHeadrooms(request: Unchanged<FleetHeadroomRequest>, options?: CallOptions): Promise<FleetHeadroom>;
}

export function createHeadroomCalls({ ask, table }: Connection): HeadroomCalls {
  return {
    readHeadroom: (siteId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteHeadroom, params: { siteId }, query }, options),
    headroomCsv: (siteId, query, options) =>
      table({ path: PATHS.fleetSiteHeadroom, params: { siteId }, query }, options),
    readHeadrooms: (body, options) => ask({ method: 'POST', path: PATHS.fleetHeadroom, body }, options),
  };
}
