/** The bounds of a body that is collected. */
export interface BodyLimits {
  readonly maxBytes: number;
  /** Told of each part as it arrives; throws where there is no room for it. */
  readonly count?: (bytes: number) => void;
}
