/** Lanes for what computes long: each is held for one part of an answer. */
export interface Lanes {
  /** Resolves when the caller's turn has come, with the way to give the lane back. */
  take(caller: string): Promise<() => void>;
}

/**
 * Deals out lanes, one in each turn of the event loop, to one caller after the other. No caller has more than half of
 * them, so that one that asks for much waits for itself.
 */
export function createLanes(most: number): Lanes {
  const mostOfOne = Math.max(1, Math.floor(most / 2));
  // In the order in which callers have their next turn.
  const waiting = new Map<string, (() => void)[]>();
  const held = new Map<string, number>();
  let taken = 0;
  let isDealing = false;

  function dealSoon(): void {
    if (isDealing || waiting.size === 0 || taken >= most) return;
    isDealing = true;
    setImmediate(deal);
  }
  function deal(): void {
    isDealing = false;
    const caller = [...waiting.keys()].find((one) => (held.get(one) ?? 0) < mostOfOne);
    if (caller === undefined) return;
    const asked = waiting.get(caller) ?? [];
    const begin = asked.shift();
    waiting.delete(caller);
    if (asked.length > 0) waiting.set(caller, asked);
    taken += 1;
    held.set(caller, (held.get(caller) ?? 0) + 1);
    begin?.();
    dealSoon();
  }
  function giveBack(caller: string): void {
    taken -= 1;
    const left = (held.get(caller) ?? 1) - 1;
    if (left === 0) held.delete(caller);
    else held.set(caller, left);
    dealSoon();
  }
  return {
    take: (caller) =>
      new Promise((resolve) => {
        let isHeld = true;
        const begin = () =>
          resolve(() => {
            if (isHeld) giveBack(caller);
            isHeld = false;
          });
        const asked = waiting.get(caller);
        if (asked === undefined) waiting.set(caller, [begin]);
        else asked.push(begin);
        dealSoon();
      }),
  };
}
