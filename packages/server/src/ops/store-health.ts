import type { Store } from '../store/store.ts';

const KNOWN_FOR_MS = 1_000;
const ANSWER_WITHIN_MS = 250;

export interface StoreHealth {
  /** What the last probe found, while that is fresh. */
  known(): boolean | undefined;
  /** Asks the store for a durable write; false when it fails or takes too long. Callers share one probe. */
  probe(): Promise<boolean>;
}

export function watchStoreHealth(store: Store, now: () => number): StoreHealth {
  let last: { readonly at: number; readonly isHealthy: boolean } | undefined;
  let running: Promise<boolean> | undefined;

  async function probeOnce(): Promise<boolean> {
    const isHealthy = await withinLimit(store.write('probeStore', { now: now() }));
    last = { at: performance.now(), isHealthy };
    running = undefined;
    return isHealthy;
  }

  return {
    known: () => (last !== undefined && performance.now() - last.at < KNOWN_FOR_MS ? last.isHealthy : undefined),
    probe: () => (running ??= probeOnce()),
  };
}

function withinLimit(write: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    const settle = (isHealthy: boolean) => {
      clearTimeout(timer);
      resolve(isHealthy);
    };
    write.then(
      () => settle(true),
      () => settle(false),
    );
  });
}
