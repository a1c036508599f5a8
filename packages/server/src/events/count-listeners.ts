import type { Metrics } from '../platform/figures/metrics.ts';

/** Told that so many more listen to the events, or fewer. */
export type CountListener = (change: 1 | -1) => void;

export function countListeners(metrics: Metrics): CountListener {
  let listeners = 0;
  metrics.addGauge({ name: 'event_listeners', help: 'Open event streams.' }, (set) => set(listeners));
  return (change) => {
    listeners += change;
  };
}
