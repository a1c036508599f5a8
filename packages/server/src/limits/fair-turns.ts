import { queueByName } from '../store/queue-by-name.ts';

/** Turns for what computes long on the one event loop. */
export interface FairTurns {
  /** Resolves in a turn of the event loop in which nobody else has one. */
  next(caller: string): Promise<void>;
}

// Most turns take some milliseconds. A request to a database goes through the event loop many times: behind a long turn
// in each of its turns, it would take as many times as long.
const LONG_MS = 20;

/**
 * Deals out one turn in each turn of the event loop, to one caller after the other: whoever asks for much waits for
 * itself, and short requests are answered in between. After a long one, the loop belongs to them for as long as it took.
 */
export function createFairTurns(): FairTurns {
  const waiting = queueByName<() => void>();
  let isDealing = false;

  function deal(): void {
    const begin = waiting.next();
    isDealing = begin !== undefined;
    if (begin === undefined) return;
    const begunAt = performance.now();
    setImmediate(() => {
      const tookMs = performance.now() - begunAt;
      if (tookMs > LONG_MS) setTimeout(deal, tookMs);
      else deal();
    });
    begin();
  }
  return {
    next: (caller) =>
      new Promise((resolve) => {
        if (!isDealing) setImmediate(deal);
        isDealing = true;
        waiting.add(caller, resolve);
      }),
  };
}
