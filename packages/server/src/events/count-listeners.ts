import type { Metrics } from '../platform/figures/metrics.ts';

/** Told that so many more listen to the events, or fewer. */
export type CountListener = (change: 1 | -1) => void;

export function countListeners(metrics: Metrics): CountListener {
  let listeners = 0;
  metrics.addGauge('event_listeners', 'Open event streams.', () => listeners);
  return (change) => {
    listeners += change;
  };
}
