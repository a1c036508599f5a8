import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetTicks, hasOldTicks } from './forget-ticks.ts';

const TICKS_PER_STEP = 1_000;

interface TickForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly keptMs: number;
}

export function forgetOldTicks({ store, now, keptMs }: TickForgetting): Forgetting {
  return async () => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldTicks, { before }))) return false;
    await store.write(forgetTicks, { before, limit: TICKS_PER_STEP });
    return true;
  };
}
