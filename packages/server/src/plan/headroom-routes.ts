import { LIMITS } from '@setpoint/contract';
import { manySites } from '../access/sites/many-sites.ts';
import type { Access } from '../access/access.ts';
import { readResolution } from '../http/read/read-resolution.ts';
import { readWindow } from '../http/read/read-window.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { headroomAnswer, siteHeadroomAnswer } from './headroom-answers.ts';

export interface HeadroomRoutes extends StoreAndClock {
  readonly access: Access;
}

/** How much more fits on a site, or on many. */
export function headroomRoutes(serve: Serve, options: HeadroomRoutes): void {
  serve.sent('getSiteHeadroom', async ({ compute, site: { siteId }, query }) => {
    const window = readWindow(query);
    return compute(siteHeadroomAnswer, { siteId, asked: { window, stepMs: readResolution(query.resolution, window) } });
  });

  serve.sent('getHeadroom', async ({ compute, caller, body }) => {
    const { siteIds: named, poolId, resolution = LIMITS.defaultResolutionMinutes, ...bounds } = body;
    const window = readWindow(bounds);
    const stepMs = readResolution(resolution, window);
    return compute(headroomAnswer, {
      siteIds: await manySites(options, caller, { siteIds: named, poolId }),
      asked: { window, stepMs },
    });
  });
}
