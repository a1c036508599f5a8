import { TooMuch } from './too-much.ts';

/**
 * How many requests of one caller or connection begin in a turn of the event loop, and how many more wait. A batch on
 * PostgreSQL goes through the loop a dozen times: what begins in each of these turns, it waits for a dozen times.
 */
export const FAIR_STARTS = { perTurn: 4, mostWaiting: 1_024 } as const;

/** When requests begin that are cheap by themselves. */
export interface FairStarts {
  /** undefined for who may begin now; else resolves in the turn of the event loop in which it may. Throws `TooMuch`. */
  next(caller: string): Promise<void> | undefined;
}

export interface StartRules {
  readonly perTurn: number;
  /** Of one caller: whoever asks for more does not wait for the answers. */
  readonly mostWaiting: number;
}

/**
 * Lets each caller begin some requests in each turn of the event loop, in the order in which they came: a thousand of
 * one caller that arrive together are worked off in turns, and whoever else arrives meanwhile is served in between.
 */
export function createFairStarts({ perTurn, mostWaiting }: StartRules): FairStarts {
  const begun = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  function endTurn(): void {
    begun.clear();
    for (const [caller, asked] of waiting) {
      const next = asked.splice(0, perTurn);
      if (asked.length === 0) waiting.delete(caller);
      begun.set(caller, next.length);
      for (const begin of next) begin();
    }
    if (begun.size > 0) setImmediate(endTurn);
  }
  return {
    next(caller) {
      if ((waiting.get(caller)?.length ?? 0) >= mostWaiting) throw new TooMuch('too many requests arrive at once');
      if (begun.size === 0) setImmediate(endTurn);
      const count = begun.get(caller) ?? 0;
      begun.set(caller, count + 1);
      if (count < perTurn) return undefined;
      return new Promise((resolve) => {
        const asked = waiting.get(caller);
        if (asked === undefined) waiting.set(caller, [resolve]);
        else asked.push(resolve);
      });
    },
  };
}
