import { PATHS, type SiteFollowing, type SiteMeasurements } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';
import type { IntervalOptions, WindowOptions } from '../plan/window-options.ts';

/** What happened on the sites. */
export interface FollowingCalls {
  /** Whether the setpoints in a window were followed. */
  readFollowing(siteId: string, window: WindowOptions): Promise<SiteFollowing>;
  /** The same as CSV. */
  followingCsv(siteId: string, window: WindowOptions): Promise<string>;
  /** Means of what was measured; `resolution` is 1 minute or a multiple of 15. */
  readMeasurements(siteId: string, window: IntervalOptions): Promise<SiteMeasurements>;
}

export function createFollowingCalls({ ask, table }: Connection): FollowingCalls {
  return {
    readFollowing: (siteId, query) => ask({ method: 'GET', path: PATHS.fleetSiteFollowing, params: { siteId }, query }),
    followingCsv: (siteId, query) => table({ path: PATHS.fleetSiteFollowing, params: { siteId }, query }),
    readMeasurements: (siteId, query) =>
      ask({ method: 'GET', path: PATHS.fleetSiteMeasurements, params: { siteId }, query }),
  };
}
