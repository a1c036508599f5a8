import { setTimeout as pass } from 'node:timers/promises';
import { TooMuch } from './too-much.ts';

export interface PaceSettings {
  /** What a caller may use in a minute; as much as that it may use at once. */
  readonly perMinute: number;
  /** How long one may wait for its turn. */
  readonly patienceMs: number;
  /** Milliseconds that only go forward. */
  readonly now?: () => number;
  readonly wait?: (durationMs: number) => Promise<unknown>;
}

/** A rate for each caller: what is over it waits until it is not, or is refused when that would take too long. */
export interface Pace {
  take(caller: string, amount: number): Promise<void>;
}

const WINDOW_MS = 60_000;
const FORGET_OVER = 1_024;

export function createPace(what: string, settings: PaceSettings): Pace {
  const { perMinute, patienceMs, now = () => performance.now(), wait = pass } = settings;
  // Until when each caller has used its share up; one that is long past counts as none.
  const usedUpTo = new Map<string, number>();
  let forgetAt = FORGET_OVER;

  function forgetPast(at: number): void {
    if (usedUpTo.size < forgetAt) return;
    for (const [caller, upTo] of usedUpTo) if (upTo <= at - WINDOW_MS) usedUpTo.delete(caller);
    forgetAt = Math.max(FORGET_OVER, usedUpTo.size * 2);
  }
  return {
    async take(caller, amount) {
      const at = now();
      const before = Math.max(usedUpTo.get(caller) ?? Number.NEGATIVE_INFINITY, at - WINDOW_MS);
      const upTo = before + (amount / perMinute) * WINDOW_MS;
      const waitMs = upTo - at;
      if (waitMs > patienceMs) throw new TooMuch(what, Math.ceil((waitMs - patienceMs) / 1_000));
      usedUpTo.set(caller, upTo);
      forgetPast(at);
      if (waitMs > 0) await wait(waitMs);
    },
  };
}
