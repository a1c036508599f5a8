/** Turns for what computes long on the one event loop. */
export interface FairTurns {
  /** Resolves in a turn of the event loop in which nobody else has one. */
  next(caller: string): Promise<void>;
}

/**
 * Deals out one turn in each turn of the event loop, to one caller after the other: whoever asks for much waits for
 * itself, and short requests are answered in between.
 */
export function createFairTurns(): FairTurns {
  // In the order in which callers have their next turn.
  const waiting = new Map<string, (() => void)[]>();

  function deal(): void {
    const [next] = waiting;
    if (next === undefined) return;
    const [caller, asked] = next;
    const begin = asked.shift();
    waiting.delete(caller);
    if (asked.length > 0) waiting.set(caller, asked);
    if (waiting.size > 0) setImmediate(deal);
    begin?.();
  }
  return {
    next: (caller) =>
      new Promise((resolve) => {
        if (waiting.size === 0) setImmediate(deal);
        const asked = waiting.get(caller);
        if (asked === undefined) waiting.set(caller, [resolve]);
        else asked.push(resolve);
      }),
  };
}
