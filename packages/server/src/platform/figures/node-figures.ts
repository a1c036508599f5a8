import { createHistogram } from 'node:perf_hooks';
import { everyBeat } from '../loops/every-beat.ts';

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

// Each look wakes a process that is at rest: on a beat it is awake anyway.
const LOOK_EVERY_MS = 500;
const WINDOW_MS = 60_000;

export function createNodeFigures(): NodeFigures {
  const delays = createHistogram();
  const looking = everyBeat(LOOK_EVERY_MS, (lateMs) => delays.record(wholeMicros(lateMs)));
  let commits = { current: createHistogram(), previous: createHistogram() };
  let awaited: PromiseWithResolvers<void> | undefined;
  const turning = everyBeat(WINDOW_MS, () => {
    delays.reset();
    commits = { current: commits.previous, previous: commits.current };
    commits.current.reset();
  });
  return {
    noteCommit(tookMs) {
      commits.current.record(wholeMicros(tookMs));
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
    eventLoopDelayMs: () => rounded(delays.percentile(99) / 1_000),
    lag: () => ({
      min: delays.count === 0 ? 0 : delays.min / 1e6,
      max: delays.max / 1e6,
      mean: delays.count === 0 ? 0 : delays.mean / 1e6,
      stddev: delays.count === 0 ? 0 : delays.stddev / 1e6,
      percentile: (percentile) => delays.percentile(percentile) / 1e6,
    }),
    stop() {
      looking.stop();
      turning.stop();
    },
  };
}

// A histogram takes whole numbers from 1.
function wholeMicros(durationMs: number): number {
  return Math.max(1, Math.round(durationMs * 1_000));
}

function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
