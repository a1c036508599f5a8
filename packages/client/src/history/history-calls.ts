import { type HistoryBatch, PATHS, type PastSchedules, type ScheduleDiff } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The history of the sites: every schedule that was set, when, and by whom. */
export interface HistoryCalls {
  /** The batches of a site, newest first, fetched page by page. */
  batches(siteId: string, options?: CallOptions): AsyncGenerator<HistoryBatch>;
  /** The schedule after a version or at an instant; without either, the present one. */
  pastSchedules(
    siteId: string,
    moment?: { version: number } | { at: Date },
    options?: CallOptions,
  ): Promise<PastSchedules>;
  /** The same as CSV, which `spliceCsv` takes back. */
  schedulesCsv(siteId: string, moment?: { version: number } | { at: Date }, options?: CallOptions): Promise<string>;
  /** How one version differs from another. */
  diffSchedules(siteId: string, versions: { from: number; to: number }, options?: CallOptions): Promise<ScheduleDiff>;
}

export function createHistoryCalls({ ask, each, table }: Connection): HistoryCalls {
  return {
    batches: (siteId, options) => each('batches', { path: PATHS.fleetSiteBatches, params: { siteId } }, options),
    pastSchedules: (siteId, moment, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteSchedules, params: { siteId }, query: queryOf(moment) }, options),
    schedulesCsv: (siteId, moment, options) =>
      table({ path: PATHS.fleetSiteSchedules, params: { siteId }, query: queryOf(moment) }, options),
    diffSchedules: (siteId, query, options) =>
      ask({ method: 'GET', path: PATHS.fleetSiteSchedulesDiff, params: { siteId }, query }, options),
  };
}

type Moment = { readonly version: number } | { readonly at: Date };

function queryOf(moment: Moment | undefined) {
  return moment !== undefined && 'at' in moment ? { at: moment.at.toISOString() } : { ...moment };
}
