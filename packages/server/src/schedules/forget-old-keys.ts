import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetIdempotency, hasOldIdempotency } from './forget-idempotency.ts';

const KEPT_FOR_MS = 48 * 3_600_000;
const KEYS_PER_STEP = 1_000;

export interface KeyForgetting {
  readonly store: Store;
  readonly now: () => number;
}

/** Idempotency keys, 48 hours after their request. */
export function forgetOldKeys({ store, now }: KeyForgetting): Forgetting {
  return async () => {
    const before = now() - KEPT_FOR_MS;
    if (!(await store.read(hasOldIdempotency, { before }))) return false;
    await store.write(forgetIdempotency, { before, limit: KEYS_PER_STEP });
    return true;
  };
}
