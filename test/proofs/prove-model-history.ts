import { type HistoryCounts, sumCounts } from '../model/history-counts.ts';
import { runHistory } from '../model/run-history.ts';
import type { Report } from './write-report.ts';
import { serve } from '../support/service/serve-tests.ts';

export interface HistoryRun {
  readonly seeds: readonly number[];
  readonly batchesPerSeed: number;
}

/** Random batches on four sites at once, each answer and each read compared with the model; throws where they part. */
export async function followModel({ seeds, batchesPerSeed }: HistoryRun): Promise<HistoryCounts> {
  await using serving = await serve();
  const { service, operator, token } = serving;
  const siteIds = await Promise.all(['a', 'b', 'c', 'd'].map((name) => operator.addSite(name)));
  const counts: HistoryCounts[] = [];
  for (const seed of seeds) {
    counts.push(await runHistory({ baseUrl: service.url, token, siteIds, seed, batches: batchesPerSeed }));
  }
  return sumCounts(counts);
}

export async function proveModelHistory(): Promise<Report> {
  const seeds = Array.from({ length: 20 }, (_, index) => 100 + index);
  const { batches, accepted, rejected, gets } = await followModel({ seeds, batchesPerSeed: 1_000 });
  const fact = `${batches} random batches of ${seeds.length} seeds: ${accepted} accepted, ${rejected} rejected, ${gets} reads, all as the model has them.`;
  return { facts: [fact], faults: [] };
}
