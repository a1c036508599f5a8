/** How far the clock of the database is ahead of the one here. */
export interface DatabaseClock {
  aheadMs(): number;
  /** Looks at it; what is read may be of any instant between question and answer. */
  look(read: () => Promise<number>): Promise<void>;
}

// Half of it may be wrong.
const BELIEVED_WITHIN_MS = 250;

export function createDatabaseClock(now: () => number): DatabaseClock {
  let aheadMs: number | undefined;
  return {
    aheadMs: () => aheadMs ?? 0,
    async look(read) {
      const askedAt = now();
      const there = await read();
      const tookMs = now() - askedAt;
      const seen = { leastMs: there - askedAt - tookMs, mostMs: there - askedAt };
      // On a busy machine an answer says little: what was known stays, unless it cannot be.
      const isBelieved = aheadMs === undefined || tookMs <= BELIEVED_WITHIN_MS;
      const wanted = isBelieved ? (seen.leastMs + seen.mostMs) / 2 : aheadMs;
      aheadMs = Math.round(Math.min(seen.mostMs, Math.max(seen.leastMs, wanted ?? 0)));
    },
  };
}
