/** The time of a simulated plant, in milliseconds since 1970. */
export interface PlantClock {
  readonly nowMs: () => number;
}

/** Starts at an instant and goes on evenly, however the clock of the machine is set meanwhile. */
export function evenClock(startAtMs: number, elapsedMs: () => number = () => performance.now()): PlantClock {
  const startedMs = elapsedMs();
  return { nowMs: () => startAtMs + elapsedMs() - startedMs };
}
