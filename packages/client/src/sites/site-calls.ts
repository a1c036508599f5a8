import { HEADERS, PATHS, type Site, type SiteDetails } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

export interface VersionedSite {
  readonly site: SiteDetails;
  /** For `ifScheduleVersion`. */
  readonly scheduleVersion: number;
}

/** Reading sites that the client has a grant for. */
export interface SiteCalls {
  /** All sites that this client can see, with their schedules. */
  listSites(): Promise<Site[]>;
  /** One site with its schedule and the state of its asset groups. */
  readSite(siteId: string): Promise<SiteDetails>;
  /** One site, with the version of its schedule. */
  readVersionedSite(siteId: string): Promise<VersionedSite>;
}

export function createSiteCalls({ ask, send }: Connection): SiteCalls {
  return {
    listSites: async () => (await ask({ method: 'GET', path: PATHS.sites })).sites,
    readSite: (siteId) => ask({ method: 'GET', path: PATHS.site, params: { siteId } }),
    async readVersionedSite(siteId) {
      const { body, headers } = await send({ method: 'GET', path: PATHS.site, params: { siteId } });
      return { site: body, scheduleVersion: Number(headers.get(HEADERS.scheduleVersion)) };
    },
  };
}
