import {
  type AddSiteRequest,
  type AddedSite,
  type ChangeSiteRequest,
  PATHS,
  type RegisteredSite,
  type SiteAuthority,
} from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** Which sites to list: by part of the name, by state, and by pool. */
export interface SiteFilter {
  readonly name?: string | undefined;
  readonly online?: boolean | undefined;
  readonly state?: RegisteredSite['state'] | undefined;
  readonly issues?: boolean | undefined;
  /** Only the members of this pool now. */
  readonly poolId?: string | undefined;
}

/** The sites in the registry. */
export interface SiteRegistryCalls {
  /** Adds a site; the controller key in the answer is shown only once. */
  addSite(site: AddSiteRequest): Promise<AddedSite>;
  readSite(siteId: string): Promise<RegisteredSite>;
  /** Everybody and everything that can command a site now, since when, and who gave it. */
  siteAuthority(siteId: string): Promise<SiteAuthority>;
  /** All sites, sorted by name, fetched page by page. */
  sites(filter?: SiteFilter): AsyncGenerator<RegisteredSite>;
  /** Changes the name, the time zone or the notes of a site. */
  changeSite(siteId: string, change: ChangeSiteRequest): Promise<RegisteredSite>;
  /** Removes a site with its schedules, history and grants. Takes the name too, so that a wrong id removes nothing. */
  removeSite(siteId: string, siteName: string): Promise<void>;
}

export function createSiteRegistryCalls({ ask, each }: Connection): SiteRegistryCalls {
  const path = PATHS.fleetSite;
  return {
    addSite: (body) => ask({ method: 'POST', path: PATHS.fleetSites, body }),
    readSite: (siteId) => ask({ method: 'GET', path, params: { siteId } }),
    siteAuthority: (siteId) => ask({ method: 'GET', path: PATHS.fleetSiteAuthority, params: { siteId } }),
    sites: (query = {}) => each('sites', { path: PATHS.fleetSites, query }),
    changeSite: (siteId, body) => ask({ method: 'PATCH', path, params: { siteId }, body }),
    removeSite: (siteId, name) => ask({ method: 'DELETE', path, params: { siteId }, query: { name } }),
  };
}
