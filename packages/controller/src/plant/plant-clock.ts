/** The time that a simulated plant lives in, as milliseconds since 1970. */
export interface PlantClock {
  nowMs(): number;
}

export interface ManualClock extends PlantClock {
  advance(byMs: number): void;
}

/** Stands still until it is moved. */
export function manualClock(startAtMs: number): ManualClock {
  let atMs = startAtMs;
  return {
    nowMs: () => atMs,
    advance: (byMs) => {
      atMs += byMs;
    },
  };
}

/** Starts at `startAtMs` and runs `speed` times as fast as the wall clock, from 1 to 1000. */
export function fastClock(
  startAtMs: number,
  speed: number,
  wallMs: () => number = () => performance.now(),
): PlantClock {
  if (!(speed >= 1 && speed <= 1000)) throw new RangeError(`The speed must be 1 to 1000, not ${speed}.`);
  const startedMs = wallMs();
  return { nowMs: () => startAtMs + Math.floor((wallMs() - startedMs) * speed) };
}
