export type HistoryCounts = {
  readonly batches: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly gets: number;
};

export function sumCounts(counts: readonly HistoryCounts[]): HistoryCounts {
  return {
    batches: counts.reduce((sum, { batches }) => sum + batches, 0),
    accepted: counts.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: counts.reduce((sum, { rejected }) => sum + rejected, 0),
    gets: counts.reduce((sum, { gets }) => sum + gets, 0),
  };
}
