import type { Metrics } from '../platform/figures/metrics.ts';

export interface DeliveryMetrics {
  /** A batch was first reported as applied. */
  observeDelivery(afterMs: number): void;
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

export function deliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const observeSeconds = metrics.addHistogram(
    'delivery_seconds',
    'Time from the acceptance of a batch to the first report that says it is applied.',
    SECONDS,
  );
  return { observeDelivery: (afterMs) => observeSeconds(afterMs / 1_000) };
}
