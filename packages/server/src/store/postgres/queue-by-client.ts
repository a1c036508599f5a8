import { StoreFailure } from '../store.ts';
import { createPlaces, type Places } from './create-places.ts';

const START_WITHIN_MS = 5_000;

interface Turns {
  readonly places: Places;
  users: number;
}

/** Lets what one client wants of the database wait here for its own, and for nobody else's: `most` go on at once. */
export function queueByClient(
  most: number,
): <Output>(clientId: string, work: () => Promise<Output>) => Promise<Output> {
  const byClient = new Map<string, Turns>();
  return async (clientId, work) => {
    const turns = byClient.get(clientId) ?? { places: createPlaces(most, START_WITHIN_MS), users: 0 };
    byClient.set(clientId, turns);
    turns.users += 1;
    try {
      const giveBack = await turns.places.take().catch((cause: unknown) => {
        throw new StoreFailure('not-applied', `the client was busy for ${START_WITHIN_MS} ms`, {
          cause,
          isPassing: true,
        });
      });
      return await work().finally(giveBack);
    } finally {
      turns.users -= 1;
      if (turns.users === 0) byClient.delete(clientId);
    }
  };
}
