import type { ClientId } from '@setpoint/contract';
import { StoreFailure } from '../store.ts';
import { createPlaces, type Places } from './create-places.ts';

const START_WITHIN_MS = 5_000;

interface Turns {
  readonly places: Places;
  users: number;
}

/** Lets the writes that lock one client wait here for each other: waiting for its row, they would hold connections. */
export function queueByClient(): <Output>(clientId: ClientId, work: () => Promise<Output>) => Promise<Output> {
  const byClient = new Map<ClientId, Turns>();
  return async (clientId, work) => {
    const turns = byClient.get(clientId) ?? { places: createPlaces(1, START_WITHIN_MS), users: 0 };
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
