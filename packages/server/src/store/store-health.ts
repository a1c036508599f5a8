import type { Store } from './store.ts';
import { probeStore } from './probe-store.ts';

const KNOWN_FOR_MS = 1_000;
const ANSWER_WITHIN_MS = 250;

export interface StoreHealth {
  /** What the last probe found, while that is fresh. */
  known(): boolean | undefined;
  /** Asks the store for a durable write; false when it fails, or it and all others take too long. Callers share one probe. */
  probe(): Promise<boolean>;
  /** Whether requests should come here. One late probe takes nobody out: a busy machine has such moments. */
  isReady(): Promise<boolean>;
}

type Outcome = 'done' | 'failed' | 'late';

export interface WatchedStore {
  readonly store: Pick<Store, 'write'>;
  readonly now: () => number;
  /** Resolves when any write is durable: behind many others, a probe comes late to a store that works. */
  readonly nextCommit: () => Promise<void>;
  /** A quarter of a second, if left out. */
  readonly answerWithinMs?: number;
}

export function watchStoreHealth(watched: WatchedStore): StoreHealth {
  const { store, now, nextCommit } = watched;
  let last: { readonly at: number; readonly isHealthy: boolean; readonly isExcused: boolean } | undefined;
  let running: Promise<boolean> | undefined;

  function note(outcome: Outcome): void {
    const isExcused = outcome === 'late' && last?.isHealthy !== false;
    last = { at: performance.now(), isHealthy: outcome === 'done', isExcused };
  }
  async function probeOnce(): Promise<boolean> {
    const written = outcomeOf(store.write(probeStore, { now: now() }));
    const others = nextCommit().then(() => 'done' as const);
    const outcome = await withinLimit(Promise.race([written, others]), watched.answerWithinMs ?? ANSWER_WITHIN_MS);
    note(outcome);
    running = undefined;
    void written.then((own) => own === 'failed' && note(own));
    return outcome === 'done';
  }
  const known = () => (last !== undefined && performance.now() - last.at < KNOWN_FOR_MS ? last.isHealthy : undefined);
  const probe = () => (running ??= probeOnce());
  return { known, probe, isReady: async () => (known() ?? (await probe())) || last?.isExcused === true };
}

async function outcomeOf(write: Promise<void>): Promise<Outcome> {
  return await write.then(
    () => 'done',
    () => 'failed',
  );
}

async function withinLimit(outcome: Promise<Outcome>, limitMs: number): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  // An answer that arrived while the event loop was busy comes behind the timers: it has a turn to be seen.
  const timer = setTimeout(() => setImmediate(() => late.resolve('late')), limitMs);
  return await Promise.race([outcome, late.promise]).finally(() => clearTimeout(timer));
}
