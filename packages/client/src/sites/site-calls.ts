import { HEADERS, PATHS, type Site, type SiteDetails } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

export interface VersionedSite {
  readonly site: SiteDetails;
  /** For `ifScheduleVersion`. */
  readonly scheduleVersion: number;
}

/** Reading sites that the client has a grant for. */
export interface SiteCalls {
  /** All sites that this client can see, with their schedules. */
  listSites(options?: CallOptions): Promise<Site[]>;
  /** One site with its schedule and the state of its asset groups. */
  readSite(siteId: string, options?: CallOptions): Promise<SiteDetails>;
  /** One site, with the version of its schedule. */
  readVersionedSite(siteId: string, options?: CallOptions): Promise<VersionedSite>;
}

export function createSiteCalls({ ask, send }: Connection): SiteCalls {
  return {
    listSites: async (options) => (await ask({ method: 'GET', path: PATHS.sites }, options)).sites,
    readSite: (siteId, options) => ask({ method: 'GET', path: PATHS.site, params: { siteId } }, options),
    async readVersionedSite(siteId, options) {
      const { body, headers } = await send({ method: 'GET', path: PATHS.site, params: { siteId } }, options);
      return { site: body, scheduleVersion: Number(headers.get(HEADERS.scheduleVersion)) };
    },
  };
}
