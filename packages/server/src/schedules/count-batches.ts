import type { Metrics } from '../platform/figures/metrics.ts';
import type { ApplySchedulesOutput } from './apply-schedules.ts';

/** Told what became of a batch. */
export type CountBatch = (outcome: ApplySchedulesOutput) => void;

export function countBatches(metrics: Metrics): CountBatch {
  const countOutcome = metrics.addCounter('batches_total{outcome}', 'Schedule batches by outcome.');
  const countProblem = metrics.addCounter('batch_problems_total{rule}', 'Problems found in rejected batches, by rule.');
  return (outcome) => {
    countOutcome(outcome.kind);
    if (outcome.kind !== 'rejected') return;
    for (const { rule } of outcome.problems) countProblem(rule);
  };
}
