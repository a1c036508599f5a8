import type { Metrics } from '../platform/figures/metrics.ts';
import type { ApplySchedulesOutput } from './apply-schedules.ts';

/** Told what became of a batch. */
export type CountBatch = (outcome: ApplySchedulesOutput) => void;

export function countBatches(metrics: Metrics): CountBatch {
  const countOutcome = metrics.addCounter({
    name: 'batches_total',
    help: 'Schedule batches by outcome.',
    label: 'outcome',
  });
  const countProblem = metrics.addCounter({
    name: 'batch_problems_total',
    help: 'Problems found in rejected batches, by rule.',
    label: 'rule',
  });
  return (outcome) => {
    countOutcome(outcome.kind);
    if (outcome.kind !== 'rejected') return;
    for (const { rule } of outcome.problems) countProblem(rule);
  };
}
