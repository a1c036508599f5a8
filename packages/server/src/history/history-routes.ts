import { AppError } from '@setpoint/contract';
import { readPage } from '../http/read/read-page.ts';
import type { Serve } from '../serving/serve-operations.ts';
import { batchesAnswer, pastSchedulesAnswer, scheduleDiffAnswer } from './history-answers.ts';
import { LATEST_FIRST } from './latest-first.ts';
import type { Moment } from './read-history.ts';

/** What was set on a site, when and by whom. */
export function historyRoutes(serve: Serve): void {
  serve.sent('listBatches', async ({ compute, site: { siteId }, query }) => {
    const { after, limit } = readPage(query, LATEST_FIRST);
    return compute(batchesAnswer, { siteId, after, limit });
  });

  serve.sent('getPastSchedules', async ({ compute, site: { siteId }, query }) => {
    return compute(pastSchedulesAnswer, { siteId, moment: momentOf(query) });
  });

  serve.sent('diffSchedules', async ({ compute, site: { siteId }, query: { from, to } }) => {
    return compute(scheduleDiffAnswer, { siteId, from, to });
  });
}

function momentOf({ version, at }: { version?: number; at?: number }): Moment {
  if (version !== undefined && at !== undefined) throw new AppError('bad_request', 'give either version or at');
  return version === undefined ? { at: at ?? Number.MAX_SAFE_INTEGER } : { version };
}
