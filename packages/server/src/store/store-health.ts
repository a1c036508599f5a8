import type { Store } from './store.ts';
import { probeStore } from './probe-store.ts';

const KNOWN_FOR_MS = 1_000;
const ANSWER_WITHIN_MS = 250;

export interface StoreHealth {
  /** What the last probe found, while that is fresh. */
  known(): boolean | undefined;
  /** Asks the store for a durable write; false when it fails or takes too long. Callers share one probe. */
  probe(): Promise<boolean>;
  /** Whether requests should come here. One late probe takes nobody out: a busy machine has such moments. */
  isReady(): Promise<boolean>;
}

type Outcome = 'done' | 'failed' | 'late';

export function watchStoreHealth(store: Store, now: () => number): StoreHealth {
  let last: { readonly at: number; readonly isHealthy: boolean; readonly isExcused: boolean } | undefined;
  let running: Promise<boolean> | undefined;

  async function probeOnce(): Promise<boolean> {
    const outcome = await withinLimit(store.write(probeStore, { now: now() }));
    const isHealthy = outcome === 'done';
    last = { at: performance.now(), isHealthy, isExcused: outcome === 'late' && last?.isHealthy !== false };
    running = undefined;
    return isHealthy;
  }
  const known = () => (last !== undefined && performance.now() - last.at < KNOWN_FOR_MS ? last.isHealthy : undefined);
  const probe = () => (running ??= probeOnce());
  return { known, probe, isReady: async () => (known() ?? (await probe())) || last?.isExcused === true };
}

function withinLimit(write: Promise<void>): Promise<Outcome> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('late'), ANSWER_WITHIN_MS);
    const settle = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    write.then(
      () => settle('done'),
      () => settle('failed'),
    );
  });
}
