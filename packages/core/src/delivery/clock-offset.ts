/**
 * How far a clock is behind, by two reports in a row. What a report waits on its way makes a clock look behind, and never
 * ahead: so it is behind by as much as both say, and ahead as soon as one says so.
 */
export function clockOffset(offsetMs: number, beforeMs: number | null): number {
  if (offsetMs <= 0 || beforeMs === null) return offsetMs;
  return Math.max(0, Math.min(offsetMs, beforeMs));
}
