import type { fillOf } from '../door/fill-of.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { RecordReportOutput } from './reports/record-report.ts';

const DELIVERY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

export interface GatewayMetrics {
  /** A batch was first reported as applied. */
  observeDelivery(afterMs: number): void;
  countReport(outcome: RecordReportOutput['kind'] | 'malformed'): void;
  /** A snapshot was handed to a connection; whether it arrived, a report will tell. */
  countSnapshot(binding: 'https' | 'mqtt'): void;
  /** An order was handed to a connection. */
  countOrder(binding: 'https' | 'mqtt'): void;
  setConnections(count: number): void;
  /** Controllers that are connected by MQTT. */
  mqttControllers(): number;
  /** So many more requests of controllers wait for a schedule, or fewer. */
  countPolls(change: 1 | -1): void;
  /** Controllers that are connected or wait, by either binding. */
  controllers(): number;
}

export function gatewayMetrics(metrics: Metrics): GatewayMetrics {
  let connections = 0;
  let polls = 0;
  metrics.addGauge('mqtt_connections', 'Controllers connected by MQTT to this process.', () => connections);
  metrics.addGauge('controller_polls', 'Long polls of controllers that wait for a schedule.', () => polls);
  const observeSeconds = metrics.addHistogram(
    'delivery_seconds',
    'Time from the acceptance of a batch to the first report that says it is applied.',
    DELIVERY_SECONDS,
  );
  return {
    observeDelivery: (afterMs) => observeSeconds(afterMs / 1_000),
    countReport: metrics.addCounter('reports_total{outcome}', 'Reports of controllers by outcome.'),
    countSnapshot: metrics.addCounter(
      'snapshots_total{binding}',
      'Schedule snapshots sent to controllers, by binding.',
    ),
    countOrder: metrics.addCounter('orders_total{binding}', 'Orders sent to controllers by their own way, by binding.'),
    setConnections: (count) => (connections = count),
    countPolls: (change) => (polls += change),
    mqttControllers: () => connections,
    controllers: () => connections + polls,
  };
}

/** How full the MQTT ports are. */
export function mqttPortMetrics(metrics: Metrics, fill: () => ReturnType<typeof fillOf>): void {
  metrics.addGauge(
    'mqtt_open_connections',
    'Connections at the MQTT ports of this process: controllers, clients that ask pools, and those not signed in.',
    () => fill().open,
  );
  const most = 'The most connections that the MQTT ports of this process take.';
  metrics.addGauge('mqtt_most_connections', most, () => fill().most);
}
