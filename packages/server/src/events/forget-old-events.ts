import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetEvents, hasOldEvents } from './forget-events.ts';

const EVENTS_PER_STEP = 2_000;

export interface EventForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly keptMs: number;
}

export function forgetOldEvents({ store, now, keptMs }: EventForgetting): Forgetting {
  return async () => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldEvents, { before }))) return false;
    await store.write(forgetEvents, { before, limit: EVENTS_PER_STEP });
    return true;
  };
}
