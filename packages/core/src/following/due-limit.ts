import type { PowerBand } from './power-band.ts';
import type { Interval } from '../time/series.ts';

/** On which side a limit bounds the power of the connection point. */
export type LimitSide = 'upper' | 'lower';

/** How long a site may take to keep a limit. */
export const KEEP_WITHIN_MS = 30_000;
// A site steers by what it measured a second ago, and meters differ.
const TOLERATED_KW = 1;
const TOLERATED_SHARE = 0.05;

/** The loosest of the limits that were in force over the time that a site has to keep one; null if there was a gap. */
export function dueLimit(side: LimitSide, inForce: readonly Interval[], atMs: number): number | null {
  const since = atMs - KEEP_WITHIN_MS;
  const looser = side === 'upper' ? Math.max : Math.min;
  let coveredTo = since;
  let dueKw: number | null = null;
  for (const { startMs, endMs, value } of inForce) {
    if (endMs <= since || startMs > atMs) continue;
    if (startMs > coveredTo) return null;
    coveredTo = endMs;
    dueKw = looser(dueKw ?? value, value);
  }
  return coveredTo > atMs ? dueKw : null;
}

/** What a site that keeps a limit may show. */
export function limitBand(side: LimitSide, limitKw: number): PowerBand {
  const toleratedKw = Math.max(TOLERATED_KW, TOLERATED_SHARE * Math.abs(limitKw));
  return side === 'upper'
    ? { lowKw: Number.NEGATIVE_INFINITY, highKw: limitKw + toleratedKw }
    : { lowKw: limitKw - toleratedKw, highKw: Number.POSITIVE_INFINITY };
}
