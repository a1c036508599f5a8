import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetMeasurements, hasOldMeasurements } from './forget-measurements.ts';

const ROWS_PER_STEP = 2_000;

/** For how long means are kept, by the length of the stretch in minutes. */
export interface MeasurementsKept {
  readonly minuteMs: number;
  readonly quarterMs: number;
}

export interface MeasurementForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly kept: MeasurementsKept;
}

export function forgetOldMeasurements({ store, now, kept }: MeasurementForgetting): Forgetting {
  const forgetMeans = async (minutes: number, keptMs: number) => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldMeasurements, { minutes, before }))) return false;
    await store.write(forgetMeasurements, { minutes, before, limit: ROWS_PER_STEP });
    return true;
  };
  return async () => {
    const hadMinutes = await forgetMeans(1, kept.minuteMs);
    return (await forgetMeans(15, kept.quarterMs)) || hadMinutes;
  };
}
