import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/** The figures of this process, in the text format of Prometheus; each room adds its own. */
export interface Metrics {
  /** Adds a count by one label; what is returned counts one more for a value of the label. */
  addCounter(figure: Counted): (value: string) => void;
  /** Adds a distribution; what is returned notes one value. */
  addHistogram(figure: Figure & { readonly buckets: readonly number[] }): (value: number) => void;
  /** Adds a figure that is looked up whenever somebody asks. */
  addGauge(figure: Figure & { readonly label?: string }, lookUp: LookUp): void;
  text(): Promise<string>;
  readonly contentType: string;
}

interface Figure {
  /** Without the prefix that all of them share. */
  readonly name: string;
  readonly help: string;
}

interface Counted extends Figure {
  readonly label: string;
  /** Values of the label that are there from the start, with 0: a rate is then known from the first one on. */
  readonly values?: readonly string[];
}

type LookUp = (set: (figure: number, labelValue?: string) => void) => void | Promise<void>;

const PREFIX = 'setpoint_';
// By themselves they would wake a process that is at rest 110 times a second.
const AT_REST = { eventLoopMonitoringPrecision: 2 ** 31 - 1, eventLoopUtilizationTimeout: 5_000 };

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: PREFIX, ...AT_REST });
  // Measured by itself for each of them, it would be measured twice: see `lagMetrics`.
  for (const part of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']) {
    registry.removeSingleMetric(`${PREFIX}nodejs_eventloop_lag_${part}_seconds`);
  }
  // They go up and down, and are called as if they only went up; those by type say the same.
  for (const part of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`${PREFIX}nodejs_active_${part}_total`);
  }
  return {
    addCounter({ name, help, label, values = [] }) {
      const counter = new Counter({ name: PREFIX + name, help, labelNames: [label], registers });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value) => counter.inc({ [label]: value });
    },
    addHistogram({ name, help, buckets }) {
      const histogram = new Histogram({ name: PREFIX + name, help, buckets: [...buckets], registers });
      return (value) => histogram.observe(value);
    },
    addGauge({ name, help, label }, lookUp) {
      const labelNames = label === undefined ? [] : [label];
      const gauge: Gauge<string> = new Gauge({ name: PREFIX + name, help, labelNames, registers, collect });
      async function collect(): Promise<void> {
        clear();
        try {
          await lookUp(set);
        } catch {
          // What cannot be looked up now is missing from this answer, not the answer.
        }
      }
      function set(figure: number, labelValue?: string): void {
        if (label === undefined || labelValue === undefined) gauge.set(figure);
        else gauge.set({ [label]: labelValue }, figure);
      }
      function clear(): void {
        if (label === undefined) gauge.remove();
        else gauge.reset();
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
