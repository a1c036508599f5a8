import type { Store } from '../store/store.ts';
import { createBatchForgetting } from './forget-batches.ts';

const STEP_EVERY_MS = 1_000;
const KEYS_PER_STEP = 1_000;
const KEYS_KEPT_FOR_MS = 48 * 3_600_000;
const ROWS_PER_STEP = 2_000;
/** For how long means are kept, by the length of the stretch in minutes. */
export interface MeasurementsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
}

export interface ForgettingOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
  readonly kept: MeasurementsKept;
  /** For how long the history of schedules is kept. */
  readonly historyKeptMs: number;
}

export interface Forgetting {
  stop(): void;
}

/** Removes what has had its time, in the background and in small steps. */
export function forgetOld({ store, now, onFailure, kept, historyKeptMs }: ForgettingOptions): Forgetting {
  const forgetSomeBatches = createBatchForgetting(store);
  const timer = setInterval(() => {
    // A step that fails is taken again by the next one.
    store.write('forgetIdempotency', { before: now() - KEYS_KEPT_FOR_MS, limit: KEYS_PER_STEP }).catch(onFailure);
    const limit = ROWS_PER_STEP;
    store.write('forgetMeasurements', { minutes: 1, before: now() - kept.minuteMs, limit }).catch(onFailure);
    store.write('forgetMeasurements', { minutes: 15, before: now() - kept.quarterMs, limit }).catch(onFailure);
    forgetSomeBatches(now() - historyKeptMs).catch(onFailure);
  }, STEP_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
