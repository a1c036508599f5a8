import { createAccess } from '../src/access/access.ts';
import { computeAnswers } from '../src/computing/compute-answers.ts';
import { joinAnswers } from '../src/computing/join-answers.ts';
import type { Authenticate } from '../src/identity/caller.ts';
import type { Serving } from '../src/serving/serve-operations.ts';
import type { Store } from '../src/store/store.ts';
import { testBudget } from './test-budget.ts';

/** For tests: what operations are served with, over a store and those who call. */
export function servingOver(store: Store, authenticate: Authenticate, budget = testBudget()): Serving {
  const access = createAccess({ budget, store, authenticate });
  return { access, budget, compute: joinAnswers(computeAnswers({ store, lanes: 1 })) };
}
