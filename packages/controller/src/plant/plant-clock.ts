/** The time of a simulated plant, in milliseconds since 1970. */
export interface PlantClock {
  readonly nowMs: () => number;
}
