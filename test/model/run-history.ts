import { type HistoryCounts, sumCounts } from './history-counts.ts';
import { SiteChain } from './site-chain.ts';
import { SiteClient } from './site-client.ts';

export type HistoryOptions = {
  readonly baseUrl: string;
  readonly token: string;
  readonly siteIds: readonly string[];
  readonly seed: number;
  readonly batches: number;
};

/**
 * Sends random batches to a running service and compares every answer with the model.
 * Clears the sites first, then works on them all at once: one chain a site, `batches` in total.
 * The same seed, sites and number of batches send the same requests to each site again.
 */
export async function runHistory(options: HistoryOptions): Promise<HistoryCounts> {
  const { siteIds, seed, batches } = options;
  if (siteIds.length === 0) throw new RangeError('A history needs at least one site.');
  const client = new SiteClient(options);
  const stop = new AbortController();
  const runs = siteIds.map(async (siteId, index) => {
    const steps = Math.ceil((batches - index) / siteIds.length);
    try {
      return await new SiteChain({ client, siteId, seed, index }).run(steps, stop.signal);
    } catch (error) {
      stop.abort();
      throw error;
    }
  });
  // Waits for all, so that nothing is still being sent once a mismatch has been reported.
  await Promise.allSettled(runs);
  return sumCounts(await Promise.all(runs));
}
