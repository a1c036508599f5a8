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
  stop(): void;
}

const RESOLUTION_MS = 10;
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
    // Measured against timers of this very length.
    eventLoopDelayMs: () => rounded(Math.max(0, delays.percentile(99) / 1e6 - RESOLUTION_MS)),
    stop() {
      clearInterval(turn);
      delays.disable();
    },
  };
}

function rounded(durationMs: number): number {
  return Math.round(durationMs * 10) / 10;
}
