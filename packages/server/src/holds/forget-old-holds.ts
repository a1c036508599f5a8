import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetHolds, hasOldHolds } from './forget-holds.ts';

const HOLDS_PER_STEP = 1_000;

export interface HoldForgetting {
  readonly store: Store;
  readonly now: () => number;
  /** Counted from the release. */
  readonly keptMs: number;
}

export function forgetOldHolds({ store, now, keptMs }: HoldForgetting): Forgetting {
  return async () => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldHolds, { before }))) return false;
    await store.write(forgetHolds, { before, limit: HOLDS_PER_STEP });
    return true;
  };
}
