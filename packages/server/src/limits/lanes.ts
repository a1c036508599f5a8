import { queueByName } from '../store/queue-by-name.ts';

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
  const waiting = queueByName<() => void>();
  const held = new Map<string, number>();
  let taken = 0;
  let isDealing = false;

  function dealSoon(): void {
    if (isDealing || waiting.isEmpty() || taken >= most) return;
    isDealing = true;
    setImmediate(deal);
  }
  function deal(): void {
    isDealing = false;
    waiting.next((caller) => (held.get(caller) ?? 0) < mostOfOne)?.();
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
        waiting.add(caller, () => {
          taken += 1;
          held.set(caller, (held.get(caller) ?? 0) + 1);
          resolve(() => {
            if (isHeld) giveBack(caller);
            isHeld = false;
          });
          dealSoon();
        });
        dealSoon();
      }),
  };
}
