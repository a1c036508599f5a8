/** How far a clock looked behind when a report came. */
export interface ClockReading {
  readonly at: number;
  readonly offsetMs: number;
}

const LATE_MS = 15_000;
const REPORTS_BEFORE = 2;

/** The readings that the next one is compared with: those of the last moments, and two at least. */
export function readingsToCompare(readings: readonly ClockReading[], now: number): readonly ClockReading[] {
  const first = readings.findIndex(({ at }) => Math.abs(now - at) <= LATE_MS);
  return readings.slice(
    Math.min(first === -1 ? readings.length : first, Math.max(0, readings.length - REPORTS_BEFORE)),
  );
}

/** The most that a clock may be off for orders to be followed on time. */
export const MOST_CLOCK_OFFSET_MS = 1_000;

/**
 * How far a clock is behind, by a report and the least that those before it said. What a report waits on its way makes a clock
 * look behind, and never ahead: so it is behind by as much as all of them say, not known (null) by one, and ahead once one says so.
 */
export function clockOffset(offsetMs: number, leastBeforeMs: number | null): number | null {
  if (offsetMs <= 0) return offsetMs;
  if (leastBeforeMs === null) return offsetMs <= MOST_CLOCK_OFFSET_MS ? offsetMs : null;
  return Math.max(0, Math.min(offsetMs, leastBeforeMs));
}
