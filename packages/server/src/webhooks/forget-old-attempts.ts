import type { Forgetting } from '../platform/forget-old.ts';
import type { Store } from '../store/store.ts';
import { forgetAttempts, hasOldAttempts } from './note-attempt.ts';

const ATTEMPTS_PER_STEP = 2_000;

export interface AttemptForgetting {
  readonly store: Store;
  readonly now: () => number;
  readonly keptMs: number;
}

/** The log of attempts to hand an event to a webhook. */
export function forgetOldAttempts({ store, now, keptMs }: AttemptForgetting): Forgetting {
  return async () => {
    const before = now() - keptMs;
    if (!(await store.read(hasOldAttempts, { before }))) return false;
    await store.write(forgetAttempts, { before, limit: ATTEMPTS_PER_STEP });
    return true;
  };
}
