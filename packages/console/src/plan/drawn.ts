/** A value drawn over the chart by hand. */
export interface Drawn {
  readonly fromMs: number;
  readonly toMs: number;
  /** At the height where the mouse was let go, on the axis of the chart. */
  readonly valueKw: number;
  /** The same height as a share of the chart. */
  readonly share: number;
}
