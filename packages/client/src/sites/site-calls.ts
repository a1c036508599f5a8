import {
  type AssetScheduleCommand,
  type CreateSchedulesBatchResponse,
  HEADERS,
  PATHS,
  type PortfolioRequest,
  type PortfolioResponse,
  type Site,
  type SiteDetails,
  type SiteList,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';

/** Optional conditions of a batch. */
export interface BatchOptions {
  /** The same key for the same batch: it has one effect, however often it is sent. 1 to 255 visible ASCII characters. */
  readonly idempotencyKey?: string;
  /** Sets nothing (412 `precondition_failed`) unless the site's schedule is still at this version. */
  readonly ifScheduleVersion?: number;
}

/** A batch that was set. */
export interface BatchResult extends CreateSchedulesBatchResponse {
  /** The version of the site's schedule after this batch. */
  readonly scheduleVersion: number | undefined;
  /** True when the batch had been set before under the same idempotency key. */
  readonly isReplayed: boolean;
}

export interface VersionedSite {
  readonly site: SiteDetails;
  /** For `ifScheduleVersion`. */
  readonly scheduleVersion: number;
}

/** What every client can do with the sites it was granted. */
export interface SiteCalls {
  /** All sites that this client can see, with what is set on each. */
  listSites(): Promise<Site[]>;
  /** One site with the state of its asset groups. */
  readSite(siteId: string): Promise<SiteDetails>;
  /** One site, with the version that its schedule had when it was read. */
  readVersionedSite(siteId: string): Promise<VersionedSite>;
  /** Replaces the entries of every asset/type pair named; all commands are set, or none is. */
  setSchedules(
    siteId: string,
    schedules: readonly AssetScheduleCommand[],
    options?: BatchOptions,
  ): Promise<BatchResult>;
  /** Sets up to 1,000 sites in one call: every one or none (`all`), or each by itself with its own result (`each`). */
  setPortfolio(portfolio: PortfolioRequest): Promise<PortfolioResponse>;
}

export function createSiteCalls(send: Send): SiteCalls {
  return {
    async listSites() {
      const { body } = await send({ method: 'GET', path: PATHS.sites });
      return (body as SiteList).sites;
    },
    async readSite(siteId) {
      const { body } = await send({ method: 'GET', path: PATHS.site, params: { siteId } });
      return body as SiteDetails;
    },
    async readVersionedSite(siteId) {
      const { body, headers } = await send({ method: 'GET', path: PATHS.site, params: { siteId } });
      return { site: body as SiteDetails, scheduleVersion: Number(headers.get(HEADERS.scheduleVersion)) };
    },
    async setPortfolio(body) {
      return (await send({ method: 'POST', path: PATHS.fleetSchedules, body })).body as PortfolioResponse;
    },
    async setSchedules(siteId, schedules, options = {}) {
      const { body, headers } = await send({
        method: 'POST',
        path: PATHS.schedules,
        params: { siteId },
        headers: headersOf(options),
        body: { schedules },
      });
      const version = headers.get(HEADERS.scheduleVersion);
      return {
        ...(body as CreateSchedulesBatchResponse),
        scheduleVersion: version === null ? undefined : Number(version),
        isReplayed: headers.get(HEADERS.idempotencyReplayed) === 'true',
      };
    },
  };
}

function headersOf({ idempotencyKey, ifScheduleVersion }: BatchOptions): Record<string, string> {
  return {
    ...(idempotencyKey === undefined ? {} : { [HEADERS.idempotencyKey]: idempotencyKey }),
    ...(ifScheduleVersion === undefined ? {} : { [HEADERS.ifScheduleVersion]: String(ifScheduleVersion) }),
  };
}
