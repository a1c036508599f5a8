/** A clock that stands still until it is advanced. */
export function manualClock(startAtMs: number) {
  let atMs = startAtMs;
  return { nowMs: () => atMs, advance: (byMs: number): void => void (atMs += byMs) };
}
