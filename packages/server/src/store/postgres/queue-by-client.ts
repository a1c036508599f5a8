import { dealTurns } from '../deal-turns.ts';
import { StoreFailure } from '../store.ts';

const START_WITHIN_MS = 5_000;

/** Lets what one client wants of the database wait here for its own, and for nobody else's: `most` go on at once. */
export function queueByClient(
  most: number,
): <Output>(clientId: string, work: () => Promise<Output>) => Promise<Output> {
  const turns = dealTurns(
    { atOnce: most, waiting: Number.POSITIVE_INFINITY, patienceMs: START_WITHIN_MS },
    () => new StoreFailure('not-applied', `the client was busy for ${START_WITHIN_MS} ms`, { isPassing: true }),
  );
  return async (clientId, work) => {
    const giveBack = await turns.take(clientId);
    return work().finally(giveBack);
  };
}
