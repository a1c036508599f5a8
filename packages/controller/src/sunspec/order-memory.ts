import type { CarriedOut, Due } from './control/carry-out.ts';

/** What a device took and when, and how often it lost that. */
export interface OrderMemory {
  /** What is due for an order; null releases the device. */
  dueFor(value: number | null): Due;
  took(value: number | null, how: CarriedOut): void;
  /** Why the device cannot be relied on; undefined unless it lost its order again and again. */
  problem(): string | undefined;
}

interface MemoryTimes {
  readonly nowMs: () => number;
  readonly reversionMs: number;
}

// Registers may be kept in flash, which wears out.
const RENEWALS_PER_REVERSION = 3;
const REWRITE_MS = 15_000;
const LOSSES_WITHIN_MS = 60_000;
const MANY_LOSSES = 3;

export function orderMemory({ nowMs, reversionMs }: MemoryTimes): OrderMemory {
  let taken: number | undefined;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let isLost = false;
  let lostAtMs: number[] = [];
  const isOver = (ms: number): boolean => {
    const sinceMs = nowMs() - writtenAtMs;
    // A clock that was set back must not let the timer run out.
    return sinceMs < 0 || sinceMs >= ms;
  };
  const problem = (): string | undefined => {
    lostAtMs = lostAtMs.filter((atMs) => nowMs() - atMs <= LOSSES_WITHIN_MS);
    const times = lostAtMs.length;
    if (times < MANY_LOSSES) return undefined;
    return `The device lost its order ${times} times within ${LOSSES_WITHIN_MS / 1_000} s.`;
  };
  return {
    problem,
    dueFor: (value) => {
      const due = {
        isRenewalDue: isOver(reversionMs / RENEWALS_PER_REVERSION),
        isRewriteDue: value !== taken || problem() === undefined || isOver(REWRITE_MS),
        // Once its timer has run out, it should have nothing.
        taken: isLost || !isOver(reversionMs) ? taken : undefined,
      };
      // If it fails, nobody knows what the device has.
      taken = undefined;
      return due;
    },
    took: (value, { isWritten, clippedTo, wasLost = false }) => {
      isLost = wasLost && !isWritten;
      if (isWritten) writtenAtMs = nowMs();
      if (isWritten && wasLost) lostAtMs.push(nowMs());
      taken = clippedTo ?? value ?? undefined;
    },
  };
}
