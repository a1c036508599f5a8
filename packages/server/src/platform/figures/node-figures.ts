import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** How busy this process is, over the last minute or two. */
export interface NodeFigures {
  noteCommit(tookMs: number): void;
  /** Resolves when something is committed. */
  nextCommit(): Promise<void>;
  /** What a commit took at most, 99 of 100 times; null when there was none. */
  commitMs(): number | null;
  /** By how much work came late, 99 of 100 times. */
  eventLoopDelayMs(): number;
  /** The same as a distribution, in seconds. */
  lag(): Lag;
  stop(): void;
}

interface Lag {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly stddev: number;
  percentile(percentile: number): number;
}

// Each look wakes a process that is at rest.
const RESOLUTION_MS = 500;
const WINDOW_MS = 60_000;

export function createNodeFigures(): NodeFigures {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let commits = { current: createHistogram(), previous: createHistogram() };
  let awaited: PromiseWithResolvers<void> | undefined;
  const turn = setInterval(() => {
    delays.reset();
    commits = { current: commits.previous, previous: commits.current };
    commits.current.reset();
  }, WINDOW_MS).unref();
  return {
    noteCommit(tookMs) {
      // A histogram takes whole numbers from 1.
      commits.current.record(Math.max(1, Math.round(tookMs * 1_000)));
      awaited?.resolve();
      awaited = undefined;
    },
    nextCommit: () => (awaited ??= Promise.withResolvers()).promise,
    commitMs() {
      const all = createHistogram();
      all.add(commits.current);
      all.add(commits.previous);
      return all.count === 0 ? null : rounded(all.percentile(99) / 1_000);
    },
    eventLoopDelayMs: () => rounded(lateMs(delays.percentile(99))),
    lag: () => ({
      min: lateMs(delays.count === 0 ? 0 : delays.min) / 1_000,
      max: lateMs(delays.max) / 1_000,
      mean: lateMs(delays.count === 0 ? 0 : delays.mean) / 1_000,
      stddev: delays.count === 0 ? 0 : delays.stddev / 1e9,
      percentile: (percentile) => lateMs(delays.percentile(percentile)) / 1_000,
    }),
    stop() {
      clearInterval(turn);
      delays.disable();
    },
  };
}

// Measured against timers of this very length.
function lateMs(measuredNs: number): number {
  return Math.max(0, measuredNs / 1e6 - RESOLUTION_MS);
}

function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
