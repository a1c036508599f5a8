import {
  type AddSiteRequest,
  type AddedSite,
  type ChangeSiteRequest,
  PATHS,
  type RegisteredSite,
  type SiteAuthority,
} from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
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
  addSite(site: AddSiteRequest, options?: CallOptions): Promise<AddedSite>;
  readSite(siteId: string, options?: CallOptions): Promise<RegisteredSite>;
  /** Everybody and everything that can command a site now, by what and since when. */
  siteAuthority(siteId: string, options?: CallOptions): Promise<SiteAuthority>;
  /** All sites, sorted by name, fetched page by page. */
  sites(filter?: SiteFilter, options?: CallOptions): AsyncGenerator<RegisteredSite>;
  /** Changes the name, the time zone or the notes of a site. */
  changeSite(siteId: string, change: ChangeSiteRequest, options?: CallOptions): Promise<RegisteredSite>;
  /** Removes a site with its schedules, history and grants. Takes the name too, so that a wrong id removes nothing. */
  removeSite(siteId: string, siteName: string, options?: CallOptions): Promise<void>;
}

export function createSiteRegistryCalls({ ask, each }: Connection): SiteRegistryCalls {
  const path = PATHS.fleetSite;
  return {
    addSite: (body, options) => ask({ method: 'POST', path: PATHS.fleetSites, body }, options),
    readSite: (siteId, options) => ask({ method: 'GET', path, params: { siteId } }, options),
    siteAuthority: (siteId, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteAuthority, params: { siteId } }, options),
    sites: (query = {}, options) => each('sites', { path: PATHS.fleetSites, query }, options),
    changeSite: (siteId, body, options) => ask({ method: 'PATCH', path, params: { siteId }, body }, options),
    removeSite: (siteId, name, options) =>
      ask({ method: 'DELETE', path, params: { siteId }, query: { name } }, options),
  };
}
