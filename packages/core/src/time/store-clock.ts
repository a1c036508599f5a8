/** What a store knows of the time: how far it has come by itself, and what else a clock says since then. */
export interface StoreClock {
  /** How far the store has come; 0 before the first time that it got. */
  readonly at: number;
  /** What the clock says in its place, moved on while the service runs; 0 while both agree. */
  readonly claimedAt: number;
  /** For how long of running the clock has said so. */
  readonly heldMs: number;
}

const CLOCK_MAY_DIFFER_MS = 3_600_000;
export const CLOCK_MUST_HOLD_MS = 86_400_000;
// What was kept for a year is then not gone within a minute, should a wrong clock have held for a day.
const MOST_AT_ONCE_MS = 86_400_000;

/**
 * The clock of a store after some time of running. A clock that differs by more than an hour is believed once it has
 * held for a day of running: a service that stood still for a week is in the same place as one whose clock is wrong.
 */
export function advanceClock({ at, claimedAt, heldMs }: StoreClock, now: number, ranMs: number): StoreClock {
  const expected = at + ranMs;
  if (at === 0 || !differs(now, expected)) return { at: now, claimedAt: 0, heldMs: 0 };
  const claimed = claimedAt + ranMs;
  const isSameClaim = claimedAt !== 0 && now > expected === claimed > expected && now > claimed - CLOCK_MAY_DIFFER_MS;
  if (!isSameClaim) return { at: expected, claimedAt: now, heldMs: 0 };
  if (heldMs + ranMs < CLOCK_MUST_HOLD_MS) return { at: expected, claimedAt: claimed, heldMs: heldMs + ranMs };
  if (claimed <= expected + MOST_AT_ONCE_MS) return { at: claimed, claimedAt: 0, heldMs: 0 };
  return { at: expected + MOST_AT_ONCE_MS, claimedAt: claimed, heldMs: heldMs + ranMs };
}

/** The instant by which something may be deleted, replaced or announced as past: never later than the store can be. */
export function certainNow({ at }: Pick<StoreClock, 'at'>, now: number, ranMs: number): number {
  return isClockWrong({ at }, now, ranMs) ? Math.min(now, at + ranMs) : now;
}

/** Whether the clock and the store are too far apart to go with the clock. */
export function isClockWrong({ at }: Pick<StoreClock, 'at'>, now: number, ranMs: number): boolean {
  return at !== 0 && differs(now, at + ranMs);
}

function differs(now: number, expected: number): boolean {
  return Math.abs(now - expected) > CLOCK_MAY_DIFFER_MS;
}
