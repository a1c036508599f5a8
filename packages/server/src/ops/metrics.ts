import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { ApplySchedulesOutput } from '../store/transactions/apply-schedules.ts';
import type { RecordReportOutput } from '../store/transactions/record-report.ts';

export interface Metrics {
  countBatch(outcome: ApplySchedulesOutput): void;
  countReport(outcome: RecordReportOutput['kind'] | 'malformed'): void;
  /** A snapshot was handed to a connection; whether it arrived, a report will tell. */
  countSnapshot(binding: 'https' | 'mqtt'): void;
  setConnections(count: number): void;
  /** So many more listen to the events, or fewer. */
  countListeners(change: 1 | -1): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** The figures of this process, in the text format of Prometheus. */
export function createMetrics({ waitingWrites }: { readonly waitingWrites: () => number }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'setpoint_' });
  const batches = new Counter({
    name: 'setpoint_batches_total',
    help: 'Schedule batches by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const rejections = new Counter({
    name: 'setpoint_batch_problems_total',
    help: 'Problems found in rejected batches, by rule.',
    labelNames: ['rule'],
    registers: [registry],
  });
  const reports = new Counter({
    name: 'setpoint_reports_total',
    help: 'Reports of controllers by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const snapshots = new Counter({
    name: 'setpoint_snapshots_total',
    help: 'Schedule snapshots handed to controllers, by binding.',
    labelNames: ['binding'],
    registers: [registry],
  });
  const connections = new Gauge({
    name: 'setpoint_mqtt_connections',
    help: 'Controllers connected by MQTT to this process.',
    registers: [registry],
  });
  const listeners = new Gauge({
    name: 'setpoint_event_listeners',
    help: 'Open streams of events.',
    registers: [registry],
  });
  const waiting: Gauge = new Gauge({
    name: 'setpoint_waiting_writes',
    help: 'Writes accepted and not yet durable.',
    registers: [registry],
    collect: () => waiting.set(waitingWrites()),
  });
  return {
    countBatch(outcome) {
      batches.inc({ outcome: outcome.kind });
      if (outcome.kind !== 'rejected') return;
      for (const { rule } of outcome.problems) rejections.inc({ rule });
    },
    countReport: (outcome) => reports.inc({ outcome }),
    countSnapshot: (binding) => snapshots.inc({ binding }),
    countListeners: (change) => listeners.inc(change),
    setConnections: (count) => connections.set(count),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
