/** How far an asset may be from its target (the larger of both), and how long it may take to reach a new one. */
export interface Tolerance {
  readonly kw: number;
  readonly percent: number;
  readonly rampSeconds: number;
}
