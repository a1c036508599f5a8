import type { SiteOverview } from '@setpoint/contract';

/** For tests: a site with nothing wrong, that reported at 2030-01-01T09:59:58Z. */
export function madeUpSite(siteName: string): SiteOverview {
  return {
    siteId: siteName,
    siteName,
    timeZone: 'UTC',
    isOnline: true,
    reportedAt: '2030-01-01T09:59:58.000Z',
    version: 1,
    state: 'in_sync',
    behindSince: null,
    rejected: 0,
    limited: 0,
    limitedBy: [],
    troubles: [],
    powerkW: {},
    socPcnt: null,
    running: [],
    reserves: { importkW: 0, exportkW: 0 },
    nextDayReserves: { importkW: 0, exportkW: 0 },
    heldReserves: { importkW: 0, exportkW: 0 },
    heldNextDayReserves: { importkW: 0, exportkW: 0 },
    deviatingSince: null,
    following: null,
    issues: [],
  };
}
