import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { createEventMetrics, type EventMetrics } from '../events/event-metrics.ts';
import type { ApplySchedulesOutput } from '../schedules/apply-schedules.ts';
import type { RecordReportOutput } from '../gateway/record-report.ts';

export interface Metrics extends EventMetrics {
  countBatch(outcome: ApplySchedulesOutput): void;
  countReport(outcome: RecordReportOutput['kind'] | 'malformed'): void;
  /** A snapshot was handed to a connection; whether it arrived, a report will tell. */
  countSnapshot(binding: 'https' | 'mqtt'): void;
  setConnections(count: number): void;
  /** So many more requests of controllers wait for a schedule, or fewer. */
  countPolls(change: 1 | -1): void;
  /** Controllers that are connected or wait, by either binding. */
  controllers(): number;
  /** A batch was first reported as applied. */
  observeDelivery(afterMs: number): void;
  /** Writes were made durable together. */
  observeGroup(group: CommittedGroup): void;
  /** Adds a figure that is looked up whenever somebody asks. */
  addGauge(name: string, help: string, lookUp: LookUp): void;
  text(): Promise<string>;
  readonly contentType: string;
}

interface CommittedGroup {
  /** Where they are counted. */
  readonly writes?: number;
  /** From the first statement of the group to its commit. */
  readonly tookMs: number;
}

type LookUp = (set: (value: number, labels?: { readonly state: string }) => void) => Promise<void>;

interface MetricsOptions {
  readonly waitingWrites: () => number;
  /** Told how long each commit took. */
  readonly onCommit?: (tookMs: number) => void;
}

const COMMIT_SECONDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const DELIVERY_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600];

/** The figures of this process, in the text format of Prometheus. */
export function createMetrics({ waitingWrites, onCommit }: MetricsOptions): Metrics {
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
    ...createEventMetrics(registry),
    ...controllerFigures(registry),
    ...moreFigures(registry, onCommit),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function controllerFigures(registry: Registry): Pick<Metrics, 'setConnections' | 'countPolls' | 'controllers'> {
  const counts = { connections: 0, polls: 0 };
  const gauge = (name: string, help: string, count: keyof typeof counts) => {
    const made: Gauge = new Gauge({ name, help, registers: [registry], collect: () => made.set(counts[count]) });
  };
  gauge('setpoint_mqtt_connections', 'Controllers connected by MQTT to this process.', 'connections');
  gauge('setpoint_controller_polls', 'Requests of controllers that wait here for a schedule.', 'polls');
  return {
    setConnections: (count) => (counts.connections = count),
    countPolls: (change) => (counts.polls += change),
    controllers: () => counts.connections + counts.polls,
  };
}

function moreFigures(
  registry: Registry,
  onCommit: MetricsOptions['onCommit'],
): Pick<Metrics, 'observeDelivery' | 'observeGroup' | 'addGauge'> {
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers: [registry] });
  const delivery = histogram(
    'setpoint_delivery_seconds',
    'From the acceptance of a batch to the first report of its controller that names it as applied.',
    DELIVERY_SECONDS,
  );
  const commits = histogram(
    'setpoint_commit_seconds',
    'How long writes that were committed together took to be durable.',
    COMMIT_SECONDS,
  );
  const groups = histogram('setpoint_commit_writes', 'How many writes were made durable together.', GROUP_SIZES);
  return {
    observeDelivery: (afterMs) => delivery.observe(afterMs / 1_000),
    observeGroup({ writes, tookMs }) {
      commits.observe(tookMs / 1_000);
      onCommit?.(tookMs);
      if (writes !== undefined) groups.observe(writes);
    },
    addGauge(name, help, lookUp) {
      const set: Parameters<LookUp>[0] = (value, labels) =>
        labels === undefined ? gauge.set(value) : gauge.set(labels, value);
      const gauge: Gauge<'state'> = new Gauge({
        name,
        help,
        labelNames: ['state'],
        registers: [registry],
        // What cannot be looked up now is missing from this answer, not the answer.
        collect: () => lookUp(set).catch(() => gauge.reset()),
      });
    },
  };
}
