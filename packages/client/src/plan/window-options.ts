/** A window of time: from one instant up to another, as RFC 3339 date-times with an offset. */
export interface WindowOptions {
  readonly from: string;
  readonly to: string;
}

/** A window of time, with the steps that lead to each target or without. */
export interface PlanOptions extends WindowOptions {
  /** Whether to include them; yes if left out. */
  readonly because?: boolean;
}

/** A window of time, divided into intervals. */
export interface IntervalOptions extends WindowOptions {
  /** The length of an interval in minutes; 15 if left out. */
  readonly resolution?: number;
}
