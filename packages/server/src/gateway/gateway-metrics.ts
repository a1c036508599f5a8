import { type DeliveryMetrics, deliveryMetrics } from '../delivery/delivery-metrics.ts';
import type { fillOf } from '../door/fill-of.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { RecordReportOutput } from './reports/record-report.ts';

export interface GatewayMetrics extends DeliveryMetrics {
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
  const ofConnections = {
    name: 'mqtt_connections',
    help: 'Controllers connected by MQTT to this process.',
  };
  const ofPolls = { name: 'controller_polls', help: 'Long polls of controllers that wait for a schedule.' };
  metrics.addGauge(ofConnections, (set) => set(connections));
  metrics.addGauge(ofPolls, (set) => set(polls));
  return {
    ...deliveryMetrics(metrics),
    countReport: metrics.addCounter({
      name: 'reports_total',
      help: 'Reports of controllers by outcome.',
      label: 'outcome',
    }),
    countSnapshot: metrics.addCounter({
      name: 'snapshots_total',
      help: 'Schedule snapshots sent to controllers, by binding.',
      label: 'binding',
    }),
    countOrder: metrics.addCounter({
      name: 'orders_total',
      help: 'Orders sent to controllers by their own way, by binding.',
      label: 'binding',
    }),
    setConnections: (count) => (connections = count),
    countPolls: (change) => (polls += change),
    mqttControllers: () => connections,
    controllers: () => connections + polls,
  };
}

/** How full the MQTT ports are. */
export function mqttPortMetrics(metrics: Metrics, fill: () => ReturnType<typeof fillOf>): void {
  const ofOpen = {
    name: 'mqtt_open_connections',
    help: 'Connections at the MQTT ports of this process: controllers, clients that ask pools, and those not signed in.',
  };
  const ofMost = {
    name: 'mqtt_most_connections',
    help: 'The most connections that the MQTT ports of this process take.',
  };
  metrics.addGauge(ofOpen, (set) => set(fill().open));
  metrics.addGauge(ofMost, (set) => set(fill().most));
}
