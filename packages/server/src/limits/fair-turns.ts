import { createLanes } from './lanes.ts';

/** Turns for what computes long on the one event loop. */
export interface FairTurns {
  /** Resolves in a turn of the event loop in which nobody else has one. */
  next(caller: string): Promise<void>;
}

// Most turns take some milliseconds. A request to a database goes through the event loop many times: behind a long turn
// in each of its turns, it would take as many times as long.
const LONG_MS = 20;

/** Deals out one turn at a time. After a long one, the event loop belongs to short requests for as long as it took. */
export function createFairTurns(): FairTurns {
  const lane = createLanes(1);
  return {
    async next(caller) {
      const end = await lane.take(caller);
      const begunAt = performance.now();
      setImmediate(() => {
        const tookMs = performance.now() - begunAt;
        if (tookMs > LONG_MS) setTimeout(end, tookMs);
        else end();
      });
    },
  };
}
