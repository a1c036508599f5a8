import type { Metrics } from './metrics.ts';
import type { NodeFigures } from './node-figures.ts';

/** How late work came on the event loop, under the names that everybody knows from Node's metrics. */
export function lagMetrics(metrics: Metrics, { lag }: Pick<NodeFigures, 'lag'>): void {
  const add = (name: string, help: string, seconds: () => number) =>
    metrics.addGauge(`nodejs_eventloop_lag_${name}_seconds`, help, seconds);
  add('min', 'The least by which work came late on the event loop.', () => lag().min);
  add('max', 'The most by which work came late on the event loop.', () => lag().max);
  add('mean', 'By how much work came late on the event loop, on average.', () => lag().mean);
  add('stddev', 'The standard deviation of how late work came on the event loop.', () => lag().stddev);
  for (const share of [50, 90, 99]) {
    const help = `By how much work came late on the event loop at most, ${share} of 100 times.`;
    add(`p${share}`, help, () => lag().percentile(share));
  }
}
