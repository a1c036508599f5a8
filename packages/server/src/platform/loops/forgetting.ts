import type { Store } from '../../store/store.ts';
import type { Transaction } from '../../store/tx.ts';
import type { Write } from '../../store/define-write.ts';
import type { Forgetting } from './forget-old.ts';

/** For how long something is kept, and where. */
export interface Kept {
  readonly store: Store;
  readonly now: () => number;
  readonly keptMs: number;
}

interface Kind {
  /** Whether there is any: a write that finds nothing costs a commit all the same. */
  readonly has: Transaction<{ before: number }, boolean>;
  readonly forget: Write<{ before: number; limit: number }, unknown>;
  /** How many go at once: so few that nobody waits for it. */
  readonly step: number;
}

/** Removes what is older than it is kept, step by step. */
export function forgetting({ has, forget, step }: Kind): (kept: Kept) => Forgetting {
  return ({ store, now, keptMs }) =>
    async () => {
      const before = now() - keptMs;
      if (!(await store.read(has, { before }))) return false;
      await store.write(forget, { before, limit: step });
      return true;
    };
}
