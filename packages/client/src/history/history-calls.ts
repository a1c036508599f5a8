import {
  type HistoryBatch,
  type HistoryBatchList,
  LIMITS,
  type PastSchedules,
  PATHS,
  type ScheduleDiff,
} from '@setpoint/contract';
import type { Send } from '../http/call.ts';

/** What was set on the sites, when and by whom. */
export interface HistoryCalls {
  /** The batches of a site, the latest first, fetched page by page. */
  batches(siteId: string): AsyncGenerator<HistoryBatch>;
  /** What was set after a version or at an instant; without either, what is set now. */
  pastSchedules(siteId: string, moment?: { version: number } | { at: Date }): Promise<PastSchedules>;
  /** How one version differs from another. */
  diffSchedules(siteId: string, versions: { from: number; to: number }): Promise<ScheduleDiff>;
}

export function createHistoryCalls(send: Send): HistoryCalls {
  return {
    async *batches(siteId) {
      const path = PATHS.fleetSiteBatches;
      let cursor: string | undefined;
      do {
        const query = { limit: LIMITS.maxPageSize, cursor };
        const page = (await send({ method: 'GET', path, params: { siteId }, query })).body as HistoryBatchList;
        yield* page.batches;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    async pastSchedules(siteId, moment) {
      const query = moment !== undefined && 'at' in moment ? { at: moment.at.toISOString() } : { ...moment };
      const path = PATHS.fleetSiteSchedules;
      return (await send({ method: 'GET', path, params: { siteId }, query })).body as PastSchedules;
    },
    async diffSchedules(siteId, { from, to }) {
      const path = PATHS.fleetSiteSchedulesDiff;
      return (await send({ method: 'GET', path, params: { siteId }, query: { from, to } })).body as ScheduleDiff;
    },
  };
}
