/** A value drawn over the chart by hand. */
export interface DrawnValue {
  readonly fromMs: number;
  readonly toMs: number;
  /** The value at the height where the mouse was released. */
  readonly valueKw: number;
  /** The same height as a share of the chart. */
  readonly share: number;
}
