import { PATHS, type SiteFollowing, type SiteMeasurements } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';
import type { IntervalOptions, WindowOptions } from '../plan/window-options.ts';

/** The past of the sites. */
export interface FollowingCalls {
  /** Whether the setpoints in a window were followed. */
  readFollowing(siteId: string, window: WindowOptions, options?: CallOptions): Promise<SiteFollowing>;
  /** The same as CSV. */
  followingCsv(siteId: string, window: WindowOptions, options?: CallOptions): Promise<string>;
  /** Means of what was measured; `resolution` is 1 minute or a multiple of 15. */
  readMeasurements(siteId: string, window: IntervalOptions, options?: CallOptions): Promise<SiteMeasurements>;
}

export function createFollowingCalls({ ask, table }: Connection): FollowingCalls {
  return {
    readFollowing: (siteId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteFollowing, params: { siteId }, query }, options),
    followingCsv: (siteId, query, options) =>
      table({ path: PATHS.fleetSiteFollowing, params: { siteId }, query }, options),
    readMeasurements: (siteId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteMeasurements, params: { siteId }, query }, options),
  };
}
