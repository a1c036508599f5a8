import type { Store } from '../store/store.ts';

const STEP_EVERY_MS = 1_000;
const KEYS_PER_STEP = 1_000;
const KEYS_KEPT_FOR_MS = 48 * 3_600_000;

export interface Forgetting {
  stop(): void;
}

/** Removes what has had its time, in the background and in small steps. */
export function forgetOld(store: Store, now: () => number, onFailure: (cause: unknown) => void): Forgetting {
  const timer = setInterval(() => {
    // A step that fails is taken again by the next one.
    store.write('forgetIdempotency', { before: now() - KEYS_KEPT_FOR_MS, limit: KEYS_PER_STEP }).catch(onFailure);
  }, STEP_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
