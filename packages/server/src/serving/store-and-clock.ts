import type { Store } from '../store/store.ts';

/** What most routes need. */
export interface StoreAndClock {
  readonly store: Store;
  readonly now: () => number;
}
