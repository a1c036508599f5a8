import type { PlantClock } from '../src/plant/plant-clock.ts';

export interface ManualClock extends PlantClock {
  readonly advance: (byMs: number) => void;
}

/** A clock that stands still until it is advanced. */
export function manualClock(startAtMs: number): ManualClock {
  let atMs = startAtMs;
  return {
    nowMs: () => atMs,
    advance: (byMs) => {
      atMs += byMs;
    },
  };
}
