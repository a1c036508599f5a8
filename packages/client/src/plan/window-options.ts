/** A window of time: from one instant up to another, as RFC 3339 texts with an offset. */
export interface WindowOptions {
  readonly from: string;
  readonly to: string;
}

/** A window of time, by intervals. */
export interface IntervalOptions extends WindowOptions {
  /** Minutes; 15 when left out. */
  readonly resolution?: number;
}
