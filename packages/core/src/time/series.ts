/** A value over a half-open range of time, in integer milliseconds. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
  readonly value: number;
}

/** Intervals of one command, by start, without overlap. */
export type Series = readonly Interval[];
