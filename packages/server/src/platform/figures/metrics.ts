import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

/**
 * The figures of this process, in the text format of Prometheus; each room adds its own. A figure is named without the
 * prefix that all of them share, and with its label if it has one: `batches_total{outcome}`.
 */
export interface Metrics {
  /**
   * Adds a count by one label; what is returned counts one more for a value of the label. Values that are listed are
   * there from the start, with 0: a rate is then known from the first one on.
   */
  addCounter(figure: `${string}{${string}}`, help: string, values?: readonly string[]): (value: string) => void;
  /** Adds a distribution; what is returned notes one value. */
  addHistogram(figure: string, help: string, buckets: readonly number[]): (value: number) => void;
  /** Adds a figure that is looked up whenever somebody asks: undefined where there is none now. */
  addGauge(figure: string, help: string, lookUp: () => LookedUp | Promise<LookedUp>): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** One number, or one for each value of the label. */
type LookedUp = number | undefined | Iterable<readonly [string, number]>;

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
    addCounter(figure, help, values = []) {
      const { label = '', ...named } = namesIn(figure);
      const counter = new Counter({ ...named, help, registers });
      for (const value of values) counter.inc({ [label]: value }, 0);
      return (value) => counter.inc({ [label]: value });
    },
    addHistogram(figure, help, buckets) {
      const histogram = new Histogram({ ...namesIn(figure), help, buckets: [...buckets], registers });
      return (value) => histogram.observe(value);
    },
    addGauge(figure, help, lookUp) {
      const { label, ...named } = namesIn(figure);
      const gauge: Gauge<string> = new Gauge({ ...named, help, registers, collect });
      async function collect(): Promise<void> {
        if (label === undefined) gauge.remove();
        else gauge.reset();
        try {
          const found = await lookUp();
          if (typeof found === 'number') gauge.set(found);
          else for (const [value, number] of found ?? []) gauge.set({ [label ?? '']: value }, number);
        } catch {
          // What cannot be looked up now is missing from this answer, not the answer.
        }
      }
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function namesIn(figure: string) {
  const [name = '', label] = figure.split(/[{}]/);
  return { name: PREFIX + name, label, labelNames: label === undefined ? [] : [label] };
}
