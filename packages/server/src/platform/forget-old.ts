import type { Store } from '../store/store.ts';
import { hasOldEvents, forgetEvents } from '../events/forget-events.ts';
import { hasOldHolds, forgetHolds } from '../holds/forget-holds.ts';
import { hasOldIdempotency, forgetIdempotency } from '../schedules/forget-idempotency.ts';
import { hasOldMeasurements, forgetMeasurements } from '../following/forget-measurements.ts';
import { hasOldDeliveries, forgetDeliveries } from '../webhooks/note-attempt.ts';
import { createAppliedForgetting } from '../delivery/forget-old-applied.ts';
import { createBatchForgetting } from '../history/forget-old-batches.ts';
import { createPartitionKeeping } from '../store/keep-partitions.ts';
import { type Repeating, repeatEvery } from './repeat-every.ts';

const STEP_EVERY_MS = 1_000;
const KEYS_PER_STEP = 1_000;
const KEYS_KEPT_FOR_MS = 48 * 3_600_000;
const ROWS_PER_STEP = 2_000;
/** For how long means are kept, by the length of the stretch in minutes. */
export interface MeasurementsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
}

export interface Keeping {
  readonly store: Store;
  readonly now: () => number;
  readonly kept: MeasurementsKept;
  /** For how long the history of schedules is kept. */
  readonly historyKeptMs: number;
  /** For how long the event log is kept. */
  readonly eventsKeptMs: number;
}

export interface ForgettingOptions extends Keeping {
  /** Of many nodes, one does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Removes what has had its time, in the background and in small steps. */
export function forgetOld({ isChosen, onFailure, ...keeping }: ForgettingOptions): Repeating {
  const steps = forgettingSteps(keeping);
  return repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, async () => {
    if (!(await isChosen())) return;
    // A step that fails is taken again by the next one.
    await Promise.all(steps.map((step) => step().catch(onFailure)));
  });
}

/** One for each kind of what is forgotten; each looks before it writes, so that a store at rest stays at rest. */
export function forgettingSteps({ store, now, kept, historyKeptMs, eventsKeptMs }: Keeping): (() => Promise<void>)[] {
  const forgetKeys = async () => {
    const before = now() - KEYS_KEPT_FOR_MS;
    if (!(await store.read(hasOldIdempotency, { before }))) return;
    await store.write(forgetIdempotency, { before, limit: KEYS_PER_STEP });
  };
  const forgetMeans = (minutes: number, keptMs: number) => async () => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldMeasurements, { minutes, before }))) return;
    await store.write(forgetMeasurements, { minutes, before, limit: ROWS_PER_STEP });
  };
  const forgetEventsStep = async () => {
    const before = now() - eventsKeptMs;
    if (!(await store.read(hasOldEvents, { before }))) return;
    await store.write(forgetEvents, { before, limit: ROWS_PER_STEP });
  };
  const forgetWebhookLog = async () => {
    const before = now() - eventsKeptMs;
    if (!(await store.read(hasOldDeliveries, { before }))) return;
    await store.write(forgetDeliveries, { before, limit: ROWS_PER_STEP });
  };
  const forgetHoldsStep = async () => {
    const before = now() - historyKeptMs;
    if (!(await store.read(hasOldHolds, { before }))) return;
    await store.write(forgetHolds, { before, limit: KEYS_PER_STEP });
  };
  return [
    forgetKeys,
    forgetHoldsStep,
    forgetEventsStep,
    forgetWebhookLog,
    forgetMeans(1, kept.minuteMs),
    forgetMeans(15, kept.quarterMs),
    createPartitionKeeping({ store, now, kept: { ...kept, batchMs: historyKeptMs } }),
    createBatchForgetting(store, () => now() - historyKeptMs),
    createAppliedForgetting(store),
  ];
}
